// SPDX-License-Identifier: MIT

package redact

import (
	"errors"
	"net"
	"net/url"
	"reflect"
)

// WithoutURL returns the error inside the *url.Error that net/http makes, whose text has the URL. It
// returns any other error as it is.
func WithoutURL(err error) error {
	for {
		outer, ok := err.(*url.Error) //nolint:errorlint // the outermost error alone is taken off
		if !ok {
			return err
		}
		err = outer.Err
	}
}

// Error returns err itself if clean changes neither its text nor that of an error inside it.
// Otherwise it returns an error with the text of err after clean, and changed is true.
func Error(err error, clean func(string) string) (_ error, changed bool) {
	if isClean(err, clean) {
		return err, false
	}
	hidden := &scrubbed{clean(err.Error()), func() error { return err }, clean}
	if errors.As(err, new(net.Error)) {
		return &scrubbedNetError{hidden}, true
	}
	return hidden, true
}

// isClean reports whether clean changes neither the text of err nor that of an error in it.
func isClean(err error, clean func(string) string) bool {
	if err == nil {
		return true
	}
	if text := err.Error(); clean(text) != text {
		return false
	}
	switch err := err.(type) { //nolint:errorlint // it goes down the chain itself
	case interface{ Unwrap() error }:
		return isClean(err.Unwrap(), clean)
	case interface{ Unwrap() []error }:
		for _, inner := range err.Unwrap() {
			if !isClean(inner, clean) {
				return false
			}
		}
	}
	return true
}

// scrubbed has no Unwrap method, because a program that walks the chain would find the secret there. A
// function holds the cause, so that no way of printing shows it.
type scrubbed struct {
	text  string
	cause func() error
	clean func(string) string
}

func (e *scrubbed) Error() string        { return e.text }
func (e *scrubbed) Is(target error) bool { return errors.Is(e.cause(), target) }

// As does not hand out an error that shows a secret.
func (e *scrubbed) As(target any) bool {
	to := reflect.ValueOf(target).Elem()
	found := reflect.New(to.Type())
	if !errors.As(e.cause(), found.Interface()) {
		return false
	}
	if err, ok := reflect.TypeAssert[error](found.Elem()); !ok || !isClean(err, e.clean) {
		return false
	}
	to.Set(found.Elem())
	return true
}

// scrubbedNetError is used if the cause is a net.Error. Many programs look for a net.Error with
// errors.As, which cannot return the cause if its text has a secret.
type scrubbedNetError struct{ *scrubbed }

func (e *scrubbedNetError) Timeout() bool { return e.netError().Timeout() }

func (e *scrubbedNetError) Temporary() bool {
	return e.netError().Temporary() //nolint:staticcheck // it is part of net.Error
}

func (e *scrubbedNetError) netError() net.Error {
	err, _ := errors.AsType[net.Error](e.cause())
	return err
}
