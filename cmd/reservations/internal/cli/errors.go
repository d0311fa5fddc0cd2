// SPDX-License-Identifier: MIT

package cli

import (
	"errors"
	"fmt"
	"net"
	"strings"

	reservations "github.com/reservationkit/reservations-go"
)

// The exit codes of the program, as its help lists them.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitIncomplete  = 3
	exitKeyRefused  = 4
	exitTemporary   = 5
	ExitFindings    = 6
	exitInterrupted = 130
)

// ExitError ends the program with an exit code.
type ExitError struct {
	error
	Code int
}

// UsageErrorf returns the error of a flag, an argument or a setting that cannot be used, with a text as of fmt.Errorf.
func UsageErrorf(format string, args ...any) error { return ExitErrorf(exitUsage, format, args...) }

// IncompleteErrorf returns an error that says that what was read lacks something that a command needs.
func IncompleteErrorf(format string, args ...any) error {
	return ExitErrorf(exitIncomplete, format, args...)
}

// ExitErrorf returns an [ExitError] with a text as of fmt.Errorf.
func ExitErrorf(code int, format string, args ...any) error {
	return ExitError{fmt.Errorf(format, args...), code}
}

func exitCode(err error) int {
	exit, isExit := errors.AsType[ExitError](err)
	_, isParam := errors.AsType[*reservations.ParamError](err)
	_, isIncomplete := errors.AsType[*reservations.IncompleteError](err)
	switch {
	case isExit:
		return exit.Code
	case isParam:
		return exitUsage
	case errors.Is(err, reservations.ErrUnauthorized), errors.Is(err, reservations.ErrForbidden):
		return exitKeyRefused
	case isIncomplete:
		return exitIncomplete
	case reservations.IsTemporary(err):
		return exitTemporary
	}
	return exitFailed
}

// describe is the text of an error for somebody who does not know the library, and says what to do where that is known.
func describe(err error) string {
	text := plain.Replace(err.Error())
	page, isPage := errors.AsType[*reservations.DecodeError](err)
	dial, isDial := errors.AsType[*net.OpError](err)
	switch {
	case isPage && page.Snippet != "":
		return text + "; check the base URL: reservations config show says where it comes from"
	case isDial && dial.Op == "dial":
		return text + "; check the network and the base URL, or try again later"
	case reservations.IsTemporary(err):
		return text + "; try again later"
	}
	return text
}

// plain replaces words of the library by those of the program.
var plain = strings.NewReplacer(
	"NewClient: baseURL", "the base URL", "NewClient: apiKey", "the API key", "Do: Path", "the path",
	"the query belongs in Query", "give the query with --query KEY=VALUE",
	": incomplete (", ": what the service sends is not complete (",
	"check the API key and what it may do", "check the API key and what it may do: reservations config show says where it comes from",
	"redirects are not followed: check scheme, host and path of the base URL",
	"redirects are not followed: check the base URL; reservations config show says where it comes from",
	": check the base URL, and what is in front of it", "",
	"WithPlainHTTP lifts this", "--plain-http allows it",
	"set it here, or for all calls with WithOrganization", "set it with --organization, RESERVATIONS_ORGANIZATION or a profile",
	"RetryPolicy.MaxRetryAfter, which is ", "the longest wait of this program, ",
	"RetryPolicy.MaxElapsed, which is ", "the time for all attempts, ",
	"RetryPolicy.Budget, which is ", "what this program allows, ",
	" (WithAttemptTimeout)", "", " (WithCallTimeout)", "", " (WithMaxResponseBytes)", "",
)
