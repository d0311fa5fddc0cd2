// SPDX-License-Identifier: MIT

package cli

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	reservations "github.com/reservationkit/reservations-go"
)

// The program says that it waits when there was no response for this long: firstPatience before the first
// response, when the address may be wrong, and laterPatience after it.
const (
	firstPatience = time.Second
	laterPatience = 10 * time.Second
)

// waits says what the program waits for, and why. Its methods are safe for concurrent use.
type waits struct {
	app  *App
	host string

	mu       sync.Mutex
	inFlight int // requests
	patience time.Duration
	silence  *time.Timer // since a request was sent or ended
	until    time.Time   // the end of the wait that was explained last
	reason   string      // of that wait
	failed   time.Duration
}

// explainWaits returns hooks that explain each wait.
func (a *App) explainWaits(host string) reservations.Hooks {
	w := &waits{app: a, host: host, patience: firstPatience}
	w.silence = time.AfterFunc(firstPatience, w.saySilence)
	a.waits = w
	return reservations.Hooks{AttemptStart: w.begin, AttemptEnd: w.end, CallEnd: w.callEnd}
}

// debugHooks are those that print every request with --debug.
func (a *App) debugHooks() reservations.Hooks {
	return reservations.Hooks{AttemptEnd: func(_ context.Context, attempt reservations.Attempt) {
		if a.flags.debug {
			a.Say("%s %s: %s, %v", attempt.Method, attempt.URLPath, outcome(attempt), attempt.Duration.Round(time.Millisecond))
		}
	}}
}

func (w *waits) begin(context.Context, reservations.Attempt) context.Context {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inFlight++
	w.silence.Reset(w.patience)
	return nil
}

func (w *waits) end(_ context.Context, attempt reservations.Attempt) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inFlight--
	if attempt.StatusCode != 0 {
		w.patience = laterPatience
	}
	w.silence.Reset(w.patience)
	if attempt.WillRetry {
		w.sayRetry(outcome(attempt), attempt.RetryIn)
	}
}

func (w *waits) callEnd(_ context.Context, call reservations.Call) {
	if call.Err == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed = call.Duration
}

func (w *waits) saySilence() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.inFlight > 0 {
		w.app.Say("No response from %s for %v: still waiting", w.host, w.patience)
	}
}

// sayRetry explains a wait. Requests that fail at the same time for the same reason wait together, and
// are explained once.
func (w *waits) sayRetry(reason string, wait time.Duration) {
	now := time.Now()
	if reason == w.reason && now.Before(w.until) {
		return
	}
	w.reason, w.until = reason, now.Add(wait)
	w.app.Say("%s: the next attempt is in %v", reason, wait.Round(100*time.Millisecond))
}

// gaveUp says how long the last failed call took. It returns "" when that was less than firstPatience.
func (w *waits) gaveUp() string {
	if w == nil {
		return ""
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed < firstPatience {
		return ""
	}
	return fmt.Sprintf("; it took %v in all", w.failed.Round(100*time.Millisecond))
}

// outcome says in a few words how an attempt ended.
func outcome(attempt reservations.Attempt) string {
	if attempt.Err != nil {
		return cause(attempt.Err)
	}
	return fmt.Sprintf("%d %s", attempt.StatusCode, http.StatusText(attempt.StatusCode))
}
