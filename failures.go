package reservations

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/internal/transport"
)

// apiError reads the error body as far as it has the documented shape. The status of
// the HTTP answer decides, whatever the body says.
func (q request) apiError(resp *transport.Response, scrub *transport.Scrubber) *APIError {
	body := []byte(scrub.Text(string(resp.Body)))
	body = body[:min(len(body), transport.MaxErrorBytes)]
	e := &APIError{
		Operation: q.op, URLPath: scrub.Text(q.path),
		StatusCode: resp.Status, Attempts: resp.Attempts, RetryAfter: resp.RetryAfter, Header: http.Header{}, Body: body,
	}
	for key, values := range resp.Header {
		for _, value := range values {
			e.Header.Add(scrub.Text(key), scrub.Text(value))
		}
	}
	var fields struct{ Description, Errors any }
	if json.Unmarshal(resp.Body, &fields) == nil { // as it came: scrubbing a short key may break JSON
		e.Description = scrub.Text(strings.Join(texts(fields.Description), "; "))
		for _, text := range texts(fields.Errors) {
			e.Errors = append(e.Errors, scrub.Text(text))
		}
	}
	return e
}

// texts flattens what a field of an error body holds: a text, a list of texts, or lists
// of them by the name of a field.
func texts(value any) []string {
	switch value := value.(type) {
	case nil:
		return nil
	case []any:
		var all []string
		for _, element := range value {
			all = append(all, texts(element)...)
		}
		return all
	case map[string]any:
		var all []string
		for _, key := range slices.Sorted(maps.Keys(value)) {
			for _, text := range texts(value[key]) {
				all = append(all, key+": "+text)
			}
		}
		return all
	}
	return []string{fmt.Sprint(value)}
}

func (q request) transportError(err error, scrub *transport.Scrubber) *TransportError {
	e := &TransportError{Operation: q.op, URLPath: scrub.Text(q.path)}
	var failure *transport.Failure
	if errors.As(err, &failure) {
		e.Attempts, err = failure.Attempts, scrub.Error(failure.Err)
		if failure.Last != nil {
			err = fmt.Errorf("%w, while waiting to repeat: %w", err, q.apiError(failure.Last, scrub))
		}
	}
	var paused *transport.PausedError
	if errors.As(err, &paused) {
		err = fmt.Errorf("%w: %w", ErrRateLimited, err)
	}
	e.Err = err
	return e
}
