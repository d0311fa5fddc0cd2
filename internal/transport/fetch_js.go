// SPDX-License-Identifier: MIT

package transport

import (
	"strings"
	"syscall/js"
)

// fetches is whether net/http uses fetch, decided as net/http decides it: not in the tests of Go, which node runs.
var fetches = !js.Global().Get("fetch").IsUndefined() && !(js.Global().Get("process").Type() == js.TypeObject &&
	strings.HasPrefix(js.Global().Get("process").Get("argv0").String(), "node"))
