// SPDX-License-Identifier: MIT

package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
)

// describe is the text of an error for somebody who does not know the library: it names no method
// and no option of it, and says what to do where that is known. took says how long it took, or is "".
func describe(err error, took string) string {
	text := plain.Replace(err.Error())
	replace := func(cause error, by string) {
		text = strings.Replace(text, plain.Replace(cause.Error()), plain.Replace(by), 1)
	}
	if param, ok := errors.AsType[*reservations.ParamError](err); ok {
		replace(param, describeParam(param))
	} else if incomplete, ok := errors.AsType[*reservations.IncompleteError](err); ok {
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
	" (WithAttemptTimeout)", "",
	" (WithCallTimeout)", "",
	" (WithMaxResponseBytes)", "",
)

// params are the names of parameters that people know by another name.
var params = map[string]string{
	"baseURL":          "the base URL",
	"apiKey":           "the API key",
	"Path":             "the path",
	"WithOrganization": "the organization",
}

func describeParam(e *reservations.ParamError) string {
	return cmp.Or(params[e.Param], e.Param) + " " + strings.Replace(e.Reason, "; the query belongs in Query", "", 1)
}

func describeIncomplete(e *reservations.IncompleteError) string {
	return fmt.Sprintf("%s %s: what the service sends is not complete: %s (pages read: %d, times from the start: %d)",
		e.Method, e.URLPath, e.Reason, e.Pages, e.Walks)
}

// invalid is what package pflag says of a value that a flag does not take, and of a number or truth value.
var invalid = regexp.MustCompile(`^invalid argument (".*") for "(?:-\w, )?(--[a-z-]+)" flag: (.*)$`)

// flagError is the error of a flag that cannot be used: in one form for all, and without the names of functions.
func flagError(cmd *cobra.Command, err error) error {
	text := err.Error()
	if parts := invalid.FindStringSubmatch(text); parts != nil {
		want := parts[3]
		if strings.HasPrefix(want, "strconv.ParseBool") {
			want = "want true or false"
		} else if strings.HasPrefix(want, "strconv.") {
			want = "want a number"
		}
		text = fmt.Sprintf("%s: %s, not %s", parts[2], want, parts[1])
	}
	return UsageErrorf("%s; see %s --help", text, cmd.CommandPath())
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
