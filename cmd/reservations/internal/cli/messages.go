// SPDX-License-Identifier: MIT

package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	reservations "github.com/reservationkit/reservations-go"
)

// messages prints lines for people on standard error. On a terminal the last line can be a status,
// which the next one replaces. The methods are safe for concurrent use.
type messages struct {
	out      io.Writer
	terminal bool

	mu     sync.Mutex
	status string
}

func newMessages(out io.Writer) *messages {
	f, ok := out.(*os.File)
	return &messages{out: out, terminal: ok && term.IsTerminal(int(f.Fd()))}
}

const eraseLine = "\r\x1b[K"

// Say prints a line on standard error, unless --quiet is set.
func (a *App) Say(format string, args ...any) {
	m := a.messages
	m.mu.Lock()
	defer m.mu.Unlock()
	if a.flags.quiet {
		return
	}
	if m.status != "" {
		fmt.Fprint(m.out, eraseLine)
	}
	fmt.Fprintf(m.out, format+"\n", args...)
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
	m.status = fmt.Sprintf(format, args...)
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

// patience is after how long without a response the user is told what the program waits for.
const patience = time.Second

// explainWaits returns hooks that print each wait, and what the first response is waited for.
func (a *App) explainWaits(host string) reservations.Hooks {
	slow := time.AfterFunc(patience, func() { a.Say("Waiting for %s", host) })
	return reservations.Hooks{
		AttemptEnd: func(_ context.Context, attempt reservations.Attempt) {
			slow.Stop()
			if a.flags.debug {
				a.Say("%s %s: %d, %v", attempt.Method, attempt.URLPath, attempt.StatusCode, attempt.Duration.Round(time.Millisecond))
			}
			if attempt.WillRetry {
				a.Say("%s: the next attempt is in %v", why(attempt), attempt.RetryIn.Round(100*time.Millisecond))
			}
		},
	}
}

// why says in a few words why an attempt has failed.
func why(attempt reservations.Attempt) string {
	if attempt.Err == nil {
		return fmt.Sprintf("%d %s", attempt.StatusCode, http.StatusText(attempt.StatusCode))
	}
	return cause(attempt.Err)
}
