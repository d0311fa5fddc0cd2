package reservations

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/reservationkit/reservations-go/internal/transport"
)

// decode reads an answer into a fresh T. An empty body and null are not a T.
func decode[T any](a *answer) (T, error) {
	var value T
	if err := unmarshal(a.Body, &value); err != nil {
		return value, a.undecodable(err)
	}
	return value, nil
}

func unmarshal(body []byte, target any) error {
	body = bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
	switch {
	case len(body) == 0:
		return errors.New("the body is empty")
	case string(body) == "null":
		return errors.New("the body is null")
	}
	if err := transport.CheckShape(body); err != nil {
		return err
	}
	return json.Unmarshal(body, target)
}

// undecodable describes an answer that is not what its operation answers with.
func (a *answer) undecodable(err error) error {
	const snippetBytes = 256
	e := &DecodeError{
		Operation: a.op.name, Method: a.op.method, Path: a.op.path,
		StatusCode: a.Status, ContentType: a.scrub.Text(a.Header.Get("Content-Type")), Err: a.scrub.Error(err),
	}
	// JSON may hold personal data and secrets of others, so it is never quoted.
	if body := bytes.TrimSpace(a.Body); len(body) > 0 && !bytes.ContainsAny(body[:1], `{["`) && !json.Valid(body) {
		text := a.scrub.Text(string(body))
		e.Snippet = printable(text[:min(len(text), snippetBytes)])
	}
	return e
}
