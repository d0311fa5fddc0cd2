// SPDX-License-Identifier: MIT

//go:build go1.27

package transport

// repeatsProtocolError is whether net/http repeats a request of HTTP/2 also after PROTOCOL_ERROR.
const repeatsProtocolError = false
