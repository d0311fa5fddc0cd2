// SPDX-License-Identifier: MIT

package outbox

import (
	"errors"
	"net/http"

	reservations "github.com/reservationkit/reservations-go"
)

// verdict is what an attempt to send a message has come to.
type verdict int

const (
	arrived   verdict = iota // the service has it
	later                    // the service certainly did not act on it; another attempt may succeed
	uncertain                // it is not known whether the service acted on it
	refused                  // the service does not want this message, or the program cannot read it
	stop                     // nothing can be sent as the program is set up
)

// judge says what the error of an attempt means.
func judge(err error) verdict {
	var unreadable *reservations.DecodeError
	switch {
	case err == nil, errors.As(err, &unreadable) && unreadable.Snippet == "":
		return arrived // also when only the record in a successful response, in JSON or empty, cannot be read
	case reservations.MayHaveWritten(err):
		return uncertain
	case reservations.IsTemporary(err):
		return later
	case isRefused(err) || errors.As(err, new(unreadableError)):
		return refused
	}
	return stop // the key, the address, a proxy or the program is wrong, so every message would fail
}

// isRefused reports whether the service or the SDK refuses this message. The documentation of
// the service names only status 400 for this.
func isRefused(err error) bool {
	var response *reservations.APIError
	if !errors.As(err, &response) {
		return errors.As(err, new(*reservations.ParamError))
	}
	switch response.StatusCode {
	case http.StatusBadRequest, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return true
	}
	return false
}
