// SPDX-License-Identifier: MIT

package fleet

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"time"
)

// Park is one organization whose reservations are copied.
type Park struct {
	// Organization is the id of the organization, at least 1. No two parks of a list have the same one.
	Organization int64
	// Name is what people call the park. It may be empty.
	Name string
	// BaseURL is the address of its service, as in reservations.NewClient. It must not contain a
	// user, a password, a query or a fragment.
	BaseURL string
	// Key is the name of its API key, for [Config].Keys. It is never the key itself. A name has 1 to 64
	// letters, digits and the characters . _ and -, and begins with a letter or a digit.
	Key string
	// Limit is the name of its rate limit. Parks with the same name share one limit. Empty means that the
	// limit has the name of the key. The rules for the name are those for Key.
	Limit string
	// Window is when its nightly sync begins. The zero Window is the whole day.
	Window Window
	// Interval is the time between the beginnings of two syncs outside of the window. 0 means that there is
	// one sync in each window and none outside of it, or one in 24 hours if Window is zero. It must be a
	// number of whole microseconds.
	Interval time.Duration
	// Paused leaves the park alone. A sync that runs already is not stopped.
	Paused bool
}

// Window is a part of each day, by the local time of Zone. A sync begins in it, and may end
// later. When the clock is put forward over a whole window, the window begins after the change.
type Window struct {
	// From and To are the beginning and the end of the window, such as "22:00" and "06:00". A window whose To is
	// not after its From ends on the next day.
	From, To string
	// Zone is the name of its time zone, such as "Europe/Amsterdam". Empty means UTC.
	Zone string
}

// IsZero reports whether w is the zero Window, which is the whole day.
func (w Window) IsZero() bool { return w == Window{} }

// name is the form of names of keys and limits. They are stored and shown, and a value with other characters may be
// the key itself or a command, put there by mistake. The name of a key is also used as a file name and as an argument.
var name = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// Validate returns an error that names the first field that cannot be used, or nil if all can be used. The
// error has no text of BaseURL, Key or Limit, which may hold a secret by mistake.
func (p Park) Validate() error {
	if err := p.invalid(); err != nil {
		return fmt.Errorf("fleet: park %d: %w", p.Organization, err)
	}
	return nil
}

func (p Park) invalid() error {
	base, err := url.Parse(p.BaseURL)
	switch {
	case p.Organization < 1:
		return errors.New("the Organization must be at least 1")
	case err != nil, base.Host == "", base.Scheme != "https" && base.Scheme != "http":
		return errors.New("the BaseURL must be an address such as https://api.example.com")
	case base.User != nil, base.RawQuery != "", base.ForceQuery, base.Fragment != "":
		return errors.New("the BaseURL must not contain a user, a password, a query or a fragment")
	case !name.MatchString(p.Key):
		return errors.New("the Key must be a name of 1 to 64 letters, digits and . _ - that begins with one of the first two")
	case p.Limit != "" && !name.MatchString(p.Limit):
		return errors.New("the Limit must be empty or such a name as the Key has")
	case p.Interval < 0, p.Interval%time.Microsecond != 0: // PostgreSQL stores microseconds
		return errors.New("the Interval must be a number of whole microseconds, and not negative")
	}
	_, err = p.Window.clock()
	return err
}

// limit is the name of the rate limit of p.
func (p Park) limit() string {
	if p.Limit != "" {
		return p.Limit
	}
	return p.Key
}
