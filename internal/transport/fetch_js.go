// SPDX-License-Identifier: MIT

package transport

import (
	"strings"
	"syscall/js"
)

// fetches is whether net/http uses fetch. In node, which runs the tests of Go, net/http does not use fetch.
var fetches = !js.Global().Get("fetch").IsUndefined() && !(js.Global().Get("process").Type() == js.TypeObject &&
	strings.HasPrefix(js.Global().Get("process").Get("argv0").String(), "node"))
