// SPDX-License-Identifier: MIT

package cli

import (
	"context"
	"errors"
	"strings"

	reservations "github.com/reservationkit/reservations-go"
)

// describe is the text of an error for somebody who does not know the library: it names no method
// and no option of it, and says what to do where that is known.
func describe(err error) string {
	text := err.Error()
	var param *reservations.ParamError
	if errors.As(err, &param) {
		text = strings.Replace(text, param.Error(), param.Param+" "+param.Reason, 1)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return "stopped before it was complete"
	case errors.Is(err, reservations.ErrUnauthorized):
		return text + "; check the API key: reservations config show says where it comes from"
	}
	return text
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
