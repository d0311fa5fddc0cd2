package reservations

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/reservationkit/reservations-go/internal/repair"
)

// decode reads an answer that is due to be one record. An empty body and null are none.
func decode[T any](a *answer) (*T, error) {
	value := new(T) // a fresh one: null leaves what a reused one holds
	if err := a.decode(value); err != nil {
		return nil, err
	}
	return value, nil
}

// decodeList reads an answer that is due to be a list of records.
func decodeList[T any](a *answer) ([]T, error) {
	var records []T
	if err := a.decode(&records); err != nil {
		return nil, err
	}
	return records, nil
}

// decode reads the body into target. Odd values are read as far as their meaning is
// plain, and what cannot be read is left out of optional fields and reported; in a
// required field it is an error, and so is a record without its id.
func (a *answer) decode(target any) error {
	body, err := a.document()
	if err != nil {
		return a.undecodable(err)
	}
	odd, err := repair.Decode(body, target, repair.Options{RequireIDs: true, NothingLost: a.strict, ListMissing: a.report != nil})
	if err != nil {
		return a.undecodable(err)
	}
	if len(odd) > 0 && a.report != nil {
		a.report(odd)
	}
	return nil
}

// document returns the body if it can be a JSON document at all.
func (a *answer) document() ([]byte, error) {
	body := trim(a.Body)
	switch {
	case len(body) == 0:
		return nil, errors.New("the body is empty")
	case string(body) == "null":
		return nil, errors.New("the body is null")
	}
	return body, nil
}

func trim(body []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
}

// undecodable describes an answer that is not what its operation answers with.
func (a *answer) undecodable(err error) error {
	const snippetBytes = 256
	e := &DecodeError{
		Operation: a.op, URLPath: a.scrub.Text(a.path),
		StatusCode: a.Status, RequestID: requestID(a.Header, a.scrub), ContentType: a.scrub.Text(a.Header.Get("Content-Type")), Err: a.scrub.Error(err),
	}
	var field *repair.Error
	if errors.As(err, &field) {
		e.Field = field.Path
	}
	// JSON may hold personal data and secrets of others, so it is never quoted.
	if body := trim(a.Body); len(body) > 0 && !bytes.ContainsAny(body[:1], `{["`) && !json.Valid(body) {
		text := a.scrub.Text(string(body))
		e.Snippet = printable(text[:min(len(text), snippetBytes)])
	}
	return e
}
