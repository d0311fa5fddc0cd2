// SPDX-License-Identifier: MIT

package redact

import (
	"errors"
	"net"
	"net/url"
	"reflect"
)

// WithoutURL returns the error inside an *url.Error, and any other error as it is. The text of an *url.Error, which net/http
// returns, shows the URL.
func WithoutURL(err error) error {
	for {
		outer, ok := err.(*url.Error) //nolint:errorlint // the outermost error alone is taken off
		if !ok {
			return err
		}
		err = outer.Err
	}
}

// Error returns an error with the text scrub(err.Error()), where scrub cuts secrets out of a text. If scrub changes no text
// of err and of the errors inside it, Error returns err itself, and changed is false.
func Error(err error, scrub func(string) string) (_ error, changed bool) {
	if showsNoSecret(err, scrub) {
		return err, false
	}
	scrubbed := &scrubbed{scrub(err.Error()), func() error { return err }, scrub}
	if errors.As(err, new(net.Error)) {
		return &scrubbedNetError{scrubbed}, true
	}
	return scrubbed, true
}

// showsNoSecret reports whether scrub leaves the text of err, and the texts of the errors inside it, as they are.
func showsNoSecret(err error, scrub func(string) string) bool {
	if err == nil {
		return true
	}
	if text := err.Error(); scrub(text) != text {
		return false
	}
	switch err := err.(type) { //nolint:errorlint // showsNoSecret looks at each error inside
	case interface{ Unwrap() error }:
		return showsNoSecret(err.Unwrap(), scrub)
	case interface{ Unwrap() []error }:
		for _, inner := range err.Unwrap() {
			if !showsNoSecret(inner, scrub) {
				return false
			}
		}
	}
	return true
}

// scrubbed is an error from whose text secrets have been cut out. The text of its cause still shows them, so it has no Unwrap
// method. It keeps the cause in a function, because printing the struct with %+v does not call a function.
type scrubbed struct {
	text  string
	cause func() error
	scrub func(string) string
}

func (e *scrubbed) Error() string        { return e.text }
func (e *scrubbed) Is(target error) bool { return errors.Is(e.cause(), target) }

// As finds an error inside the cause, unless the text of the found error shows a secret.
func (e *scrubbed) As(target any) bool {
	to := reflect.ValueOf(target).Elem()
	found := reflect.New(to.Type())
	if !errors.As(e.cause(), found.Interface()) {
		return false
	}
	if err, ok := reflect.TypeAssert[error](found.Elem()); !ok || !showsNoSecret(err, e.scrub) {
		return false
	}
	to.Set(found.Elem())
	return true
}

// scrubbedNetError is a scrubbed error whose cause is a net.Error. It is a net.Error itself, because errors.As does not
// find a cause whose text shows a secret.
type scrubbedNetError struct{ *scrubbed }

func (e *scrubbedNetError) Timeout() bool { return e.netError().Timeout() }

func (e *scrubbedNetError) Temporary() bool {
	return e.netError().Temporary() //nolint:staticcheck // Temporary is part of net.Error
}

func (e *scrubbedNetError) netError() net.Error {
	err, _ := errors.AsType[net.Error](e.cause())
	return err
}
