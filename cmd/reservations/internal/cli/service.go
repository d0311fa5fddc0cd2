// SPDX-License-Identifier: MIT

package cli

import (
	"io"
	"net/url"
	"os"
	"strconv"
	"strings"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/demo"
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
	s, err := a.settings()
	if err != nil {
		return nil, err
	}
	if s.organization > 0 {
		opts = append(opts, reservations.WithOrganization(s.organization))
	}
	if a.flags.plainHTTP {
		opts = append(opts, reservations.WithPlainHTTP())
	}
	u, _ := url.Parse(s.baseURL) // NewClient says what is wrong with it
	service := &Service{Organization: s.organization, Close: func() {}}
	if u != nil {
		service.Host = u.Host
	}
	opts = append(opts, reservations.WithUserAgent("reservations"), reservations.WithHooks(a.explainWaits(service.Host)))
	service.Client, err = reservations.NewClient(s.baseURL, s.key, opts...)
	return service, err
}

func (a *App) connectDemo(first, last types.Date, opts []reservations.Option) (*Service, error) {
	park := demo.Start(first, last)
	a.Say("Reading an invented park in this process, not a service (--demo).")
	opts = append(opts, reservations.WithOrganization(demo.Organization), reservations.WithHooks(a.explainWaits("the invented park")))
	client, err := reservations.NewClient(park.URL(), demo.Key, opts...)
	return &Service{Client: client, Host: "invented park", Organization: demo.Organization, Demo: true, Close: park.Close}, err
}

// settings are where the service is, and with what key.
type settings struct {
	baseURL      string
	key          string
	organization int64
}

// settings reads the flags, and the environment for what no flag sets.
func (a *App) settings() (s settings, err error) {
	s.baseURL, s.organization = a.flags.baseURL, a.flags.organization
	if s.baseURL == "" {
		s.baseURL = a.Getenv("RESERVATIONS_BASE_URL")
	}
	if text := a.Getenv("RESERVATIONS_ORGANIZATION"); s.organization == 0 && text != "" {
		if s.organization, err = strconv.ParseInt(text, 10, 64); err != nil || s.organization <= 0 {
			return s, UsageErrorf("RESERVATIONS_ORGANIZATION must be a positive id")
		}
	}
	if s.key, err = a.readKey(); err != nil {
		return s, err
	}
	if s.baseURL == "" || s.key == "" {
		return s, UsageErrorf("no service is set: set RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY, or use a profile " +
			"(reservations config --help); --demo reads an invented park")
	}
	return s, nil
}

func (a *App) readKey() (string, error) {
	if a.flags.keyFile == "" {
		return a.Getenv("RESERVATIONS_API_KEY"), nil
	}
	key, err := a.ReadSecret(a.flags.keyFile)
	if err != nil {
		return "", UsageErrorf("the API key cannot be read: %w", err)
	}
	return key, nil
}

// ReadSecret returns the content of a file, or of standard input where the name is "-", without the
// blanks around it. A secret is read so, because other users can read the arguments of a program.
func (a *App) ReadSecret(name string) (string, error) {
	var text []byte
	var err error
	if name == "-" {
		text, err = io.ReadAll(a.Stdin)
	} else {
		text, err = os.ReadFile(name)
	}
	return strings.TrimSpace(string(text)), err
}
