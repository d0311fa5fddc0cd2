// SPDX-License-Identifier: MIT

package reservations

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"

	"github.com/reservationkit/reservations-go/internal/content"
	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// Response is what the service sent, next to the decoded value. Its body may hold personal data and secrets; printing
// or logging a Response shows only its status and size, and its JSON holds neither Header nor Body.
type Response struct {
	StatusCode int         // of the last response
	Header     http.Header `json:"-"`
	Body       []byte      `json:"-"` // as received, unpacked; the Body of the [APIError] if the call failed with one
	RequestID  string      // name that the service gave the request, or ""
	Attempts   int         // how often the request was sent
	Warnings   []Warning   // about values in Body, in their order, and then about required fields that are missing
}

func (r Response) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "Response(status %d, %d bytes)", r.StatusCode, len(r.Body))
}
func (r Response) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(r)) }

// fillResponse fills the Response of WithResponseInto.
func (a *apiCall) fillResponse(header http.Header, body []byte) {
	if a.options.into != nil {
		*a.options.into = Response{
			StatusCode: a.result.Status, Header: header, Body: bytes.Clone(body), // the memory of body is used again
			RequestID: a.info.RequestID, Attempts: a.result.Attempts,
		}
	}
}

// readResponse decodes the body of a success. If that fails, the error is a DecodeError.
func readResponse[T any](a *apiCall, decode func(*apiCall) (T, error)) (value T, err error) {
	if err = a.checkWhole(); err == nil {
		value, err = decode(a)
	}
	if err != nil {
		err = a.decodeError(err)
	}
	if !a.in.isDo() { // the target of Client.Do may keep parts of the body; the types of this module copy them
		a.result.Release()
	}
	return value, err
}

// decodeRecord reads a response that should be one record. An empty body and null are errors.
func decodeRecord[T any](a *apiCall) (*T, error) {
	value := new(T) // not one that was used before, because null would leave its fields as they are
	if err := a.decode(value); err != nil {
		return nil, err
	}
	return value, nil
}

// decodeList reads a response that should be a list of records.
func decodeList[T any](a *apiCall) ([]T, error) {
	var records []T
	if err := a.decode(&records); err != nil {
		return nil, err
	}
	return records, nil
}

// discardBody accepts every body except HTML and XML. These do not come from the service, but from something in front
// of it, such as the login page of a proxy: the call may not have reached the service.
func discardBody(a *apiCall) (struct{}, error) {
	if bytes.HasPrefix(content.Trim(a.result.Body), []byte("<")) {
		return struct{}{}, errors.New("the body is HTML or XML and not a response of the service")
	}
	return struct{}{}, nil
}

// decode reads the body into target. A value that is not as documented is read if its meaning is clear. Otherwise it is
// left out of an optional field, and is an error in a required one. A record without its id is an error too. All of
// these are reported as warnings. With status 204, which says that there is no content, a list is empty. An empty body
// with another status is an error, because a list may have been lost.
func (a *apiCall) decode(target any) error {
	if list := reflect.ValueOf(target).Elem(); a.result.Status == http.StatusNoContent && list.Kind() == reflect.Slice {
		list.Set(reflect.MakeSlice(list.Type(), 0, 0))
		return nil
	}
	body, err := content.Document(a.result.Header.Get("Content-Type"), a.result.Body)
	if err != nil {
		return err
	}
	options := lenient.Options{NothingLost: a.options.strict, ListMissing: a.onWarnings != nil}
	warnings, err := lenient.Decode(body, target, options)
	a.warn(warnings)
	return err
}

// checkWhole rejects a success that holds only a part of the response or changes to it, and one with a Content-Encoding
// that cannot be read.
func (a *apiCall) checkWhole() error {
	switch a.result.Status {
	case http.StatusPartialContent, http.StatusMultiStatus, http.StatusIMUsed:
		return fmt.Errorf("status %d says that the body is not the whole response", a.result.Status)
	}
	if encoding := transport.Encoding(a.result.Header); encoding != "" && len(a.result.Body) > 0 {
		return fmt.Errorf("the response has the Content-Encoding %.40q, and only gzip can be read", a.scrub.Line(encoding))
	}
	return nil
}
