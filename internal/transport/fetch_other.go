// SPDX-License-Identifier: MIT

//go:build !js

package transport

const fetches = false
