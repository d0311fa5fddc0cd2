// SPDX-License-Identifier: MIT

package fleet

import (
	"time"

	engine "github.com/reservationkit/reservations-go/fleet"
)

// entry is a park as it is written in a list and printed.
type entry struct {
	Organization int64    `toml:"organization" json:"organization"`
	Name         string   `toml:"name" json:"name"`
	BaseURL      string   `toml:"base_url" json:"baseUrl"`
	Key          string   `toml:"key" json:"key"`
	Limit        string   `toml:"limit" json:"limit"`
	Window       window   `toml:"window" json:"window"`
	Interval     duration `toml:"interval" json:"interval"`
	Paused       bool     `toml:"paused" json:"paused"`
}

type window struct {
	From string `toml:"from" json:"from"`
	To   string `toml:"to" json:"to"`
	Zone string `toml:"zone" json:"zone"`
}

// duration is written as "1h30m0s".
type duration time.Duration

func (d duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

func (d *duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	*d = duration(parsed)
	return err
}

func (e entry) park() engine.Park {
	return engine.Park{
		Organization: e.Organization, Name: e.Name, BaseURL: e.BaseURL, Key: e.Key, Limit: e.Limit,
		Window: engine.Window(e.Window), Interval: time.Duration(e.Interval), Paused: e.Paused,
	}
}

func entryOf(p engine.Park) entry {
	return entry{
		Organization: p.Organization, Name: p.Name, BaseURL: p.BaseURL, Key: p.Key, Limit: p.Limit,
		Window: window(p.Window), Interval: duration(p.Interval), Paused: p.Paused,
	}
}
