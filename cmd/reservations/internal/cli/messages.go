// SPDX-License-Identifier: MIT

package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"unicode"
)

// messages prints lines for people on standard error. On a terminal the last line can be a status,
// which the next one replaces. The methods are safe for concurrent use.
type messages struct {
	out      io.Writer
	terminal bool

	mu     sync.Mutex
	status string
}

// newMessages prints on out. A terminal that calls itself dumb cannot erase a line, so it gets no status.
func newMessages(out io.Writer, terminal string) *messages {
	m := &messages{out: out}
	if f, ok := out.(*os.File); ok && terminal != "dumb" {
		info, err := f.Stat()
		m.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return m
}

const eraseLine = "\r\x1b[K"

// Say prints a line on standard error, unless --quiet is set.
func (a *App) Say(format string, args ...any) {
	if !a.flags.quiet {
		a.Warn(format, args...)
	}
}

// Warn prints a line on standard error, also with --quiet: a failure after which the command goes on.
func (a *App) Warn(format string, args ...any) {
	m := a.messages
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.status != "" {
		fmt.Fprint(m.out, eraseLine)
	}
	fmt.Fprintln(m.out, harmless(fmt.Sprintf(format, args...)))
	fmt.Fprint(m.out, m.status)
}

// Status shows how far a command is, on a terminal only. The next status replaces it.
func (a *App) Status(format string, args ...any) {
	m := a.messages
	m.mu.Lock()
	defer m.mu.Unlock()
	if a.flags.quiet || !m.terminal {
		return
	}
	m.status = harmless(fmt.Sprintf(format, args...))
	fmt.Fprint(m.out, eraseLine, m.status)
}

// clear removes the status, so that what follows stands alone.
func (m *messages) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.status != "" {
		fmt.Fprint(m.out, eraseLine)
	}
	m.status = ""
}

// harmless returns a text without control characters other than line ends and tabs: a text of the service must
// not move the cursor of the terminal.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.Is(unicode.Zs, r) {
			return r
		}
		return printable(r)
	}, text)
}
