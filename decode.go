package reservations

import (
	"bytes"
	"errors"

	"github.com/reservationkit/reservations-go/internal/lenient"
)

// decode reads a response that is due to be one record. An empty body and null are none.
func decode[T any](r *response) (*T, error) {
	value := new(T) // a fresh one: null leaves what a reused one holds
	if err := r.decode(value); err != nil {
		return nil, err
	}
	return value, nil
}

// decodeList reads a response that is due to be a list of records.
func decodeList[T any](r *response) ([]T, error) {
	var records []T
	if err := r.decode(&records); err != nil {
		return nil, err
	}
	return records, nil
}

// decode reads the body into target. Odd values are read as far as their meaning is
// plain, and what cannot be read is left out of optional fields and reported; in a
// required field it is an error, and so is a record without its id. The body can be read
// only once: its memory is used again, because no type of this module holds on to it.
func (r *response) decode(target any) error {
	defer r.Release()
	body, err := r.document()
	if err != nil {
		return r.undecodable(err)
	}
	odd, err := lenient.Decode(body, target, lenient.Options{RequireIDs: true, NothingLost: r.strict, ListMissing: r.report != nil})
	if err != nil {
		return r.undecodable(err)
	}
	if len(odd) > 0 && r.report != nil {
		r.report(odd)
	}
	return nil
}

// document returns the body if it can be a JSON document at all.
func (r *response) document() ([]byte, error) {
	body := trim(r.Body)
	switch {
	case len(body) == 0:
		return nil, errors.New("the body is empty")
	case string(body) == "null":
		return nil, errors.New("the body is null")
	}
	return body, nil
}

// trim cuts off a byte-order mark and what JSON takes for white space.
func trim(body []byte) []byte {
	return bytes.Trim(bytes.TrimPrefix(body, []byte("\ufeff")), " \t\r\n")
}
