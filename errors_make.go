package reservations

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// apiError describes a response that is not a success, or not in truth. The status of the
// response decides, whatever its body says, unless that was a success.
func (q request) apiError(resp *transport.Response, status int, scrub *redact.Scrubber) *APIError {
	body := []byte(scrub.Text(string(resp.Body)))
	e := &APIError{
		Operation: q.op, URLPath: scrub.Text(q.path),
		StatusCode: status, HTTPStatus: resp.Status, RequestID: requestID(resp.Header, scrub),
		Attempts: resp.Attempts, RetryAfter: resp.RetryAfter, NotRetried: resp.NotRetried, Header: http.Header{}, Body: body[:min(len(body), transport.MaxErrorBytes)],
	}
	for key, values := range resp.Header {
		for _, value := range values {
			e.Header.Add(scrub.Text(key), scrub.Text(value))
		}
	}
	e.Description, e.Errors = describe(resp.Body, scrub) // before scrubbing, which may break JSON when a key is short
	return e
}

func (q request) transportError(err error, scrub *redact.Scrubber) *TransportError {
	e := &TransportError{Operation: q.op, URLPath: scrub.Text(q.path)}
	var failure *transport.Failure
	if errors.As(err, &failure) {
		e.Attempts, e.RequestID, err = failure.Attempts, requestID(failure.Header, scrub), scrub.Error(failure.Err)
		e.NotRetried = failure.NotRetried
		if failure.Last != nil {
			err = fmt.Errorf("%w, while waiting to retry: %w", err, q.apiError(failure.Last, failure.Last.Status, scrub))
		}
	}
	var paused *transport.PausedError
	if errors.As(err, &paused) {
		err = fmt.Errorf("%w: %w", ErrRateLimited, err)
	}
	e.Err = err
	return e
}

// undecodable describes a success whose body is not what the operation documents.
func (r *response) undecodable(err error) error {
	const snippetBytes = 256
	e := &DecodeError{
		Operation: r.op, URLPath: r.scrub.Text(r.path),
		StatusCode: r.Status, ContentType: r.scrub.Line(r.Header.Get("Content-Type")),
		RequestID: requestID(r.Header, r.scrub), Attempts: r.Attempts, Err: r.scrub.Error(err),
	}
	var field *lenient.Error
	if errors.As(err, &field) {
		e.Field = field.Path
	}
	// JSON may hold personal data and secrets of others, so it is never quoted: only what begins
	// like a page or a sentence is, as far as no object begins in it.
	body := trim(r.Body)
	text, _, _ := strings.Cut(string(body[:min(len(body), transport.MaxErrorBytes)]), "{")
	if first, _ := utf8.DecodeRuneInString(text); (first == '<' || unicode.IsLetter(first)) && !json.Valid([]byte(text)) {
		text = r.scrub.Text(text)
		e.Snippet = redact.Printable(text[:min(len(text), snippetBytes)])
	}
	return e
}
