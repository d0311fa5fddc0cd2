// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	reservations "github.com/reservationkit/reservations-go"
)

// progress tells the user how far the reading is: with a bar on a terminal, elsewhere
// with plain lines. Its methods are safe for concurrent use, because several requests
// are under way at a time.
type progress struct {
	out      io.Writer
	terminal bool

	mu     sync.Mutex
	walk   int
	tenths int // of this walk, as far as plain lines told of them
	bar    *progressbar.ProgressBar
}

func newProgress(out io.Writer) *progress {
	fmt.Fprintln(out, "Reading the register")
	f, ok := out.(*os.File)
	return &progress{out: out, terminal: ok && term.IsTerminal(int(f.Fd()))}
}

// update is told of every page that was read.
func (p *progress) update(now reservations.PresenceProgress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Walk != p.walk {
		p.begin(now)
	}
	if p.bar != nil {
		p.bar.Set(now.Covered)
	} else if tenths := 10 * now.Covered / max(now.Total, 1); tenths > p.tenths {
		p.tenths = tenths
		fmt.Fprintf(p.out, "  %d of %d reservations\n", now.Covered, now.Total)
	}
}

// begin begins a walk: the first, the one that confirms it, or one that is needed
// because reservations came or went under the one before.
func (p *progress) begin(now reservations.PresenceProgress) {
	p.endBar()
	p.walk, p.tenths = now.Walk, 0
	if now.Walk > 1 {
		fmt.Fprintln(p.out, "Reading it again, because guests come and go meanwhile: it is written when two readings in a row agree")
	}
	if p.terminal && now.Total > 0 {
		p.bar = progressbar.NewOptions(now.Total,
			progressbar.OptionSetWriter(p.out),
			progressbar.OptionSetDescription(" "),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionSetWidth(40))
	}
}

// attempt is told of every request, and tells of those that are retried.
func (p *progress) attempt(_ context.Context, a reservations.Attempt) {
	if !a.WillRetry {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	reason := fmt.Sprintf("%d %s", a.StatusCode, http.StatusText(a.StatusCode))
	if a.Err != nil {
		reason = cause(a.Err)
	}
	if p.bar != nil {
		p.bar.Clear()
	}
	fmt.Fprintf(p.out, "  %s: retry in %v\n", reason, a.RetryIn.Round(100*time.Millisecond))
	if p.bar != nil {
		p.bar.RenderBlank()
	}
}

// cause returns the innermost error, such as "connection refused": what is around it only
// tells the request again.
func cause(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "no response in time"
	}
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return err.Error()
}

// end leaves the cursor on a line of its own.
func (p *progress) end(complete bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.endBar()
	if complete {
		fmt.Fprint(p.out, "Two readings agree: the register is complete\n\n")
	}
}

func (p *progress) endBar() {
	if p.bar != nil {
		fmt.Fprintln(p.out)
		p.bar = nil
	}
}
