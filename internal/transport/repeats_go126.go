// SPDX-License-Identifier: MIT

//go:build !go1.27

package transport

// repeatsProtocolError is whether net/http repeats an HTTP/2 request after PROTOCOL_ERROR.
const repeatsProtocolError = true
