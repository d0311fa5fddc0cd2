// SPDX-License-Identifier: MIT

package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/demo"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/settings"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// Service is the service that a command reads.
type Service struct {
	Client       *reservations.Client
	Host         string // of the service, for people
	Organization int64  // 0 when none is set
	Demo         bool   // an invented park in this process
	Close        func()
}

// Connect returns the service of the settings, or with --demo an invented park whose guests are
// present from the first to the last day. Nothing is sent.
func (a *App) Connect(first, last types.Date, opts ...reservations.Option) (*Service, error) {
	s, err := a.resolve()
	if err != nil {
		return nil, err
	}
	opts = append(opts, reservations.WithUserAgent("reservations/"+moduleVersion()), reservations.WithHooks(a.hooks()))
	if a.flags.demo {
		a.Say("Reading an invented park in this process, not a service (--demo).")
		const organization = 1
		park := demo.New(demo.Seed, first, last, reservationstest.WithOrganization(organization))
		client, err := reservations.NewClient(park.URL(), reservationstest.Key, append(opts, reservations.WithOrganization(organization))...)
		return &Service{Client: client, Host: "invented park", Organization: organization, Demo: true, Close: park.Close}, err
	}
	service := &Service{Organization: s.ID, Close: func() {}}
	if u, err := url.Parse(s.BaseURL.Value); err == nil { // NewClient says what is wrong with it
		service.Host = u.Host
	}
	service.Client, err = a.client(s, a.Stdin, opts...)
	return service, err
}

var errNoService = UsageErrorf("no service is set: set %s and %s, or use a profile (reservations config --help); --demo reads an invented park",
	settings.EnvBaseURL, settings.EnvKey)

// client returns the client of the settings, and refuses those that cannot be used.
func (a *App) client(s *settings.Settings, stdin io.Reader, opts ...reservations.Option) (*reservations.Client, error) {
	if err := s.Conflict(); err != nil {
		return nil, UsageErrorf("%w", err)
	}
	key, err := s.Key(stdin)
	if err != nil {
		return nil, UsageErrorf("%w", err)
	}
	if s.ID > 0 {
		opts = append(opts, reservations.WithOrganization(s.ID))
	}
	if a.flags.plainHTTP {
		opts = append(opts, reservations.WithPlainHTTP())
	}
	if s.BaseURL.Value == "" {
		return nil, errNoService
	}
	client, err := reservations.NewClient(s.BaseURL.Value, cmp.Or(key, "none"), opts...)
	if err == nil && key == "" {
		err = errNoService
	}
	return client, err
}

// hooks print every request with --debug, and why the program waits before it sends one again. Requests that fail at
// the same time wait together, and are explained once.
func (a *App) hooks() reservations.Hooks {
	var mu sync.Mutex
	var until time.Time // the end of the wait that was explained last
	return reservations.Hooks{AttemptEnd: func(_ context.Context, attempt reservations.Attempt) {
		outcome := fmt.Sprintf("%d %s", attempt.StatusCode, http.StatusText(attempt.StatusCode))
		if attempt.Err != nil {
			outcome = cause(attempt.Err)
		}
		a.Trace("%s %s: %s, %v", attempt.Method, attempt.URLPath, outcome, attempt.Duration.Round(time.Millisecond))
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); attempt.WillRetry && !now.Before(until) {
			until = now.Add(attempt.RetryIn)
			a.Say("%s: the next attempt is in %v", outcome, attempt.RetryIn.Round(100*time.Millisecond))
		}
	}}
}

// cause is the text of the innermost error, such as "connection refused".
func cause(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "no response in time"
	}
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return err.Error()
}
