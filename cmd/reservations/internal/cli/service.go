// SPDX-License-Identifier: MIT

package cli

import (
	"net/url"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/demo"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/settings"
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
	if a.flags.demo {
		return a.connectDemo(first, last, opts)
	}
	s := a.settings
	if err := s.Conflict(); err != nil {
		return nil, UsageError{err}
	}
	key, err := s.Key(a.Stdin)
	if err != nil {
		return nil, UsageError{err}
	}
	if s.BaseURL.Value == "" || key == "" {
		return nil, noService(s)
	}
	if s.ID > 0 {
		opts = append(opts, reservations.WithOrganization(s.ID))
	}
	u, _ := url.Parse(s.BaseURL.Value) // NewClient says what is wrong with it
	service := &Service{Organization: s.ID, Close: func() {}}
	if u != nil {
		service.Host = u.Host
	}
	opts = append(opts, reservations.WithUserAgent("reservations/"+moduleVersion()), reservations.WithHooks(a.debugHooks()),
		reservations.WithHooks(a.explainWaits(service.Host)))
	if a.flags.plainHTTP {
		opts = append(opts, reservations.WithPlainHTTP())
	}
	service.Client, err = reservations.NewClient(s.BaseURL.Value, key, opts...)
	return service, err
}

func noService(s *settings.Settings) error {
	const hint = "set %s, or use a profile (reservations config --help); --demo reads an invented park"
	if s.BaseURL.Value == "" {
		return UsageErrorf("no service is set: "+hint, settings.EnvBaseURL+" and "+settings.EnvKey)
	}
	return UsageErrorf("no API key is set for %s: "+hint, s.ShownBaseURL().Value, settings.EnvKey)
}

func (a *App) connectDemo(first, last types.Date, opts []reservations.Option) (*Service, error) {
	park := demo.New(demo.Seed, first, last)
	a.Say("Reading an invented park in this process, not a service (--demo).")
	opts = append(opts, reservations.WithOrganization(demo.Organization), reservations.WithHooks(a.debugHooks()),
		reservations.WithHooks(a.explainWaits("the invented park")))
	client, err := reservations.NewClient(park.URL(), demo.Key, opts...)
	return &Service{Client: client, Host: "invented park", Organization: demo.Organization, Demo: true, Close: park.Close}, err
}
