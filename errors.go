// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/internal/content"
	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/internal/text"
	"github.com/reservationkit/reservations-go/internal/throttle"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// The kinds of failure that programs tell apart, by the status of the response. Test for them with errors.Is(err,
// reservations.ErrNotFound). A call with an id usually fails with ErrNotFound when no record has it, and any with
// ErrBadRequest when the service does not accept its params or body.
var (
	ErrBadRequest   error = &statusError{text: "bad request", first: 400, last: 400}
	ErrUnauthorized error = &statusError{text: "unauthorized", first: 401, last: 401}
	ErrForbidden    error = &statusError{text: "forbidden", first: 403, last: 403}
	ErrNotFound     error = &statusError{text: "not found", first: 404, last: 404}
	ErrRateLimited  error = &statusError{text: "rate limited", first: 429, last: 429}
	ErrServer       error = &statusError{text: "server-side failure", first: 500, last: 599}
)

// statusError is a kind of APIError, such as ErrServer for the statuses 500 to 599.
type statusError struct {
	text        string
	first, last int // the first and the last status
}

func (k *statusError) Error() string { return k.text }

// APIError is the last response of a call, which is not a success. Texts in it come from the service; the API key and
// guest tokens have been cut out. All but Header and Body, which its JSON leaves out, are single lines that can be printed.
type APIError struct {
	Operation
	URLPath     string        // path of the request with its id, such as "/api/guests/77", without host and query
	StatusCode  int           // of the response, such as 404; if that is a success whose body is an error document, the one in the document
	HTTPStatus  int           // of the response, whatever its body says
	Description string        // the first of description, message, title and detail in the body, or its first 200 characters; or ""
	Errors      []string      // the others of these texts, and the "errors" in the body; that of a field begins with its name: "email: required"
	RequestID   string        // name that the service gave the request, or ""
	Attempts    int           // how often the request was sent
	RetryAfter  time.Duration // how long the service asked to wait, 0 when it did not say
	NotRetried  string        // why no retry followed: a wait that was too long, the Budget, or a key source that failed; "" for another reason
	Header      http.Header   `json:"-"` // of the response
	Body        []byte        `json:"-"` // of the response, its first 64 KiB, whether JSON or not
}

func (e *APIError) Error() string {
	message := strings.TrimRight(fmt.Sprintf("%s%d %s", e.prefix(e.URLPath), e.StatusCode, http.StatusText(e.StatusCode)), " ")
	details := slices.DeleteFunc(append([]string{e.Description}, e.Errors...), func(detail string) bool {
		return detail == "" || strings.EqualFold(detail, http.StatusText(e.StatusCode))
	})
	if len(details) > 0 {
		message += ": " + text.Shorten(text.Printable(strings.Join(details, "; ")), 512)
	}
	var notes []string
	switch {
	case transport.IsSuccess(e.StatusCode):
		notes = append(notes, "the body says that the call has failed")
	case transport.IsSuccess(e.HTTPStatus):
		notes = append(notes, fmt.Sprintf("sent with HTTP status %d", e.HTTPStatus))
	}
	message += inParentheses(append(notes, attemptNotes(e.RequestID, e.Attempts)...))
	if hint := e.hint(); hint != "" {
		message += "; " + hint
	}
	return message + notRetried(e.NotRetried)
}

func (e *APIError) hint() string {
	switch {
	case e.StatusCode == http.StatusUnauthorized || e.StatusCode == http.StatusForbidden:
		return "check the API key and what it may do"
	case e.StatusCode == http.StatusProxyAuthRequired:
		return "a proxy asks for credentials: give them in its URL"
	case e.StatusCode == http.StatusTooManyRequests && e.RetryAfter > 0:
		return fmt.Sprintf("the service asks to wait %v", e.RetryAfter.Round(time.Millisecond))
	case e.StatusCode == http.StatusNotFound && strings.Contains(e.URLPath, "/api/api/"):
		return "every path begins with /api: leave it out of the base URL"
	case e.StatusCode >= 300 && e.StatusCode <= 399:
		return "redirects are not followed: check scheme, host and path of the base URL"
	}
	return ""
}

// Is reports whether target is the kind of e.StatusCode, such as [ErrNotFound] for 404.
func (e *APIError) Is(target error) bool {
	kind, ok := target.(*statusError)
	return ok && kind.first <= e.StatusCode && e.StatusCode <= kind.last
}

// TransportError is a call that ended without a whole response. errors.Is finds context.Canceled,
// context.DeadlineExceeded and the errors of package net. When the call ended while it waited to retry after an error
// response, errors.As also finds the *[APIError] of that response. A call that would have to wait too long because
// another call was refused is not sent at all: then errors.Is finds [ErrRateLimited].
type TransportError struct {
	Operation
	URLPath    string // path of the request with its id
	StatusCode int    // of the last attempt, 0 when it got no response
	RequestID  string // name that the service gave the last request, or ""
	Attempts   int    // how often the request was sent; 0 when it never was
	NotRetried string // why the call was not retried, as in APIError; or ""
	Err        error  // the cause, which errors.Is and errors.As find
}

func (e *TransportError) Error() string {
	notes := inParentheses(attemptNotes(e.RequestID, e.Attempts))
	return fmt.Sprintf("%s%s%s: %v%s", e.prefix(e.URLPath), e.outcome(), notes, e.Err, notRetried(e.NotRetried))
}

func notRetried(reason string) string {
	if reason == "" {
		return ""
	}
	return "; not retried: " + reason
}

func (e *TransportError) Unwrap() error { return e.Err }

// DecodeError is a success whose body is not what the operation documents: no JSON, JSON of another shape, or an
// empty body.
type DecodeError struct {
	Operation
	URLPath     string // path of the request with its id
	StatusCode  int    // of the response: a success
	ContentType string // of the response, or ""
	RequestID   string // name that the service gave the request, or ""
	Attempts    int    // how often the request was sent
	Field       string // leads to the value that cannot be read, such as [3].numOfPersons; "" if it is not one value
	Snippet     string // the beginning, at most 256 bytes, of a body that is text or HTML; "" for JSON, which may be personal
	Err         error  // the cause, such as an error of encoding/json
}

func (e *DecodeError) Error() string {
	notes := []string{fmt.Sprintf("status %d", e.StatusCode), fmt.Sprintf("content type %q", e.ContentType)}
	notes = append(notes, attemptNotes(e.RequestID, e.Attempts)...)
	message := fmt.Sprintf("%scannot read the response%s: %v", e.prefix(e.URLPath), inParentheses(notes), e.Err)
	if e.Snippet != "" {
		message += fmt.Sprintf("; it begins %q", e.Snippet)
	}
	if strings.HasPrefix(e.Snippet, "<") {
		message += ", so it is a page and not from the service: check the base URL, and what is in front of it"
	}
	return message
}

func (e *DecodeError) Unwrap() error { return e.Err }

// ParamError is a value that cannot be used. Nothing was sent.
type ParamError struct {
	Operation        // its Name is "NewClient", "NewClientFromEnv", "With" or "Do" for what these are given
	Param     string // name of the parameter, as in the API, or of the argument
	Reason    string // what is expected, and what was given
}

func (e *ParamError) Error() string { return fmt.Sprintf("%s: %s %s", e.Name, e.Param, e.Reason) }

// asParamError makes a ParamError of an error of package params, and returns any other error as it is.
func asParamError(op Operation, err error) error {
	if bad, ok := errors.AsType[*params.Error](err); ok {
		return &ParamError{op, bad.Param, bad.Reason}
	}
	return err
}

// IncompleteError is a list or a register whose pages do not prove to be complete. Nothing of a register is returned.
type IncompleteError struct {
	Operation
	URLPath  string // path of the requests
	Reason   string // what contradicts what in the last pass, with the offset of the page
	Passes   int    // how many times the pages were read from the first one; 1 for a list
	Pages    int    // how many pages were read in all passes together
	Totals   []int  // the values of X-Total-Count in their order; consecutive equal ones are listed once
	Attempts int    // how many requests were sent, retries included
	Final    bool   // reading the pages again would show the same
}

func (e *IncompleteError) Error() string {
	read := fmt.Sprintf("passes: %d, pages: %d", e.Passes, e.Pages)
	if len(e.Totals) > 0 {
		read += fmt.Sprintf(", totals: %v", e.Totals)
	}
	return fmt.Sprintf("%sincomplete (%s): %s", e.prefix(e.URLPath), read, e.Reason)
}

// prefix returns the beginning of the text of an error, such as "GET /api/guests/77: ".
func (op Operation) prefix(urlPath string) string {
	request := strings.TrimSpace(op.Method + " " + cmp.Or(urlPath, op.Path))
	if request == "" {
		return ""
	}
	return text.Printable(request) + ": "
}

func attemptNotes(requestID string, attempts int) (notes []string) {
	if requestID != "" {
		notes = append(notes, "request id "+requestID)
	}
	if attempts > 1 {
		notes = append(notes, fmt.Sprintf("after %d attempts", attempts))
	}
	return notes
}

func inParentheses(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	return " (" + strings.Join(notes, ", ") + ")"
}

// apiError describes an error response. The status of the error is the status of the response or, if the response is a
// success whose body is an error document, the status in the document.
func (a *apiCall) apiError(status int) *APIError {
	body := []byte(a.scrub.Text(string(a.result.Body)))
	e := &APIError{
		Operation: a.info.Operation, URLPath: a.info.URLPath,
		StatusCode: status, HTTPStatus: a.result.Status, RequestID: a.info.RequestID,
		Attempts: a.result.Attempts, RetryAfter: a.result.RetryAfter, NotRetried: a.result.NotRetried,
		Header: a.scrub.Header(a.result.Header), Body: body[:min(len(body), transport.MaxErrorBytes)],
	}
	// Not from body: JSON can break when a short key is cut out.
	e.Description, e.Errors = content.Describe(content.InUTF8(a.result.Header.Get("Content-Type"), a.result.Body), a.scrub)
	if encoding := transport.Encoding(a.result.Header); encoding != "" {
		e.Description = "the body is not read: its Content-Encoding is " + a.scrub.Line(encoding)
	}
	return e
}

// transportError describes a call that ended without a whole response.
func (a *apiCall) transportError(err error) *TransportError {
	r := a.result
	switch {
	case r.Status != 0 && !transport.IsSuccess(r.Status):
		err = &waitError{err, a.apiError(r.Status)}
	case r.WillRetry:
		err = &waitError{err, r.Err}
	}
	if _, ok := errors.AsType[*throttle.PausedError](err); ok {
		err = fmt.Errorf("%w: %w", ErrRateLimited, err)
	}
	return &TransportError{
		Operation: a.info.Operation, URLPath: a.info.URLPath, StatusCode: r.Status, RequestID: a.info.RequestID,
		Attempts: r.Attempts, NotRetried: r.NotRetried, Err: err,
	}
}

// waitError is the error of a call that ended while it waited to retry.
type waitError struct {
	end  error // why the call ended
	last error // of the last attempt
}

func (e *waitError) Error() string {
	return fmt.Sprintf("%v, while waiting to retry: %v", e.end, e.last)
}
func (e *waitError) Unwrap() []error { return []error{e.end, e.last} }

// decodeError describes a success whose body is not what the operation returns.
func (a *apiCall) decodeError(err error) error {
	e := &DecodeError{
		Operation: a.info.Operation, URLPath: a.info.URLPath,
		StatusCode: a.result.Status, ContentType: a.scrub.Line(a.result.Header.Get("Content-Type")),
		RequestID: a.info.RequestID, Attempts: a.result.Attempts, Err: a.scrub.Error(err),
		Snippet: content.Snippet(a.result.Body, a.scrub),
	}
	if field, ok := errors.AsType[*lenient.Error](err); ok {
		e.Field = field.Path
	}
	return e
}
