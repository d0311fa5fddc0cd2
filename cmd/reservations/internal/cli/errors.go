// SPDX-License-Identifier: MIT

package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	reservations "github.com/reservationkit/reservations-go"
)

// describe is the text of an error for somebody who does not know the library: it names no method
// and no option of it, and says what to do where that is known. took says how long it took, or is "".
func describe(err error, took string) string {
	text := plain.Replace(err.Error())
	replace := func(cause error, by string) {
		text = strings.Replace(text, plain.Replace(cause.Error()), plain.Replace(by), 1)
	}
	var param *reservations.ParamError
	var incomplete *reservations.IncompleteError
	switch {
	case errors.As(err, &param):
		replace(param, describeParam(param))
	case errors.As(err, &incomplete):
		replace(incomplete, describeIncomplete(incomplete))
	}
	return text + took + advice(err)
}

// advice says what to do after an error, or "" where the error says it or nothing is known.
func advice(err error) string {
	var page *reservations.DecodeError
	var dial *net.OpError
	switch {
	case errors.As(err, &page) && page.Snippet != "":
		return "; check the base URL: reservations config show says where it comes from"
	case errors.As(err, &dial) && dial.Op == "dial":
		return "; check the network and the base URL, or try again later"
	case reservations.IsTemporary(err):
		return "; try again later"
	}
	return ""
}

// plain replaces words of the library by those of the program.
var plain = strings.NewReplacer(
	"check the API key and what it may do", "check the API key and what it may do: reservations config show says where it comes from",
	"a proxy asks for credentials: give them in its URL", "a proxy asks for credentials: give them in its URL, in HTTPS_PROXY",
	"redirects are not followed: check scheme, host and path of the base URL",
	"redirects are not followed: check the base URL; reservations config show says where it comes from",
	"WithPlainHTTP lifts this", "--plain-http allows it",
	"set it here, or for all calls with WithOrganization", "set it with --organization, RESERVATIONS_ORGANIZATION or a profile",
	"RetryPolicy.MaxRetryAfter, which is ", "the longest wait of this program, ",
	"would pass RetryPolicy.MaxElapsed, which is ", "would go beyond the time for all attempts, ",
	"have used up RetryPolicy.Budget, which is ", "are more than this program makes, ",
	"the token of WithResume was made", "it was interrupted",
	"begin anew with an empty token", "begin anew",
	": set a field, or allow it with WithEmptyUpdate", "",
	" (WithAttemptTimeout)", "",
	" (WithCallTimeout)", "",
	" (WithMaxResponseBytes)", "",
)

// params are the names of parameters that people know by another name.
var params = map[string]string{
	"baseURL":            "the base URL",
	"apiKey":             "the API key",
	"Path":               "the path",
	"WithOrganization":   "the organization",
	"WithMaxConcurrency": "the number of requests at the same time",
}

func describeParam(e *reservations.ParamError) string {
	if e.Param == "WithResume" {
		return "the place to go on from cannot be used: begin anew"
	}
	name := e.Param
	if known, ok := params[name]; ok {
		name = known
	}
	return name + " " + strings.Replace(e.Reason, "; the query belongs in Query", "", 1)
}

func describeIncomplete(e *reservations.IncompleteError) string {
	return fmt.Sprintf("%s %s: what the service sends is not complete: %s (pages read: %d, times from the start: %d)",
		e.Method, e.URLPath, e.Reason, e.Pages, e.Walks)
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
