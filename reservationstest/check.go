// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go"
)

// A check reads the id in the path, the query and the body of a request, and collects one message
// per problem, as strictly as the documentation allows.
type check struct {
	operation      reservations.Operation
	http           *http.Request
	responseHeader http.Header
	organization   int64 // that the server holds, or 0 for any

	id      int64  // in the path
	changes fields // the documented fields of the body

	query    url.Values           // without the parameters that were read
	times    map[string]time.Time // that were read
	problems []string
	unknown  string // why no record can have the id in the path
}

// read reads a request, and returns the response to one that is not as documented.
func (c *check) read(op *operation, params, body any) *failure {
	query, err := url.ParseQuery(c.http.URL.RawQuery)
	if err != nil {
		c.invalid("the query cannot be read: %v", err)
	}
	c.query, c.times = query, map[string]time.Time{}
	c.readID(op.badID)
	c.readParams(reflect.ValueOf(params).Elem(), op.include)
	c.readBody(body)
	switch {
	case len(c.problems) > 0:
		return &failure{http.StatusBadRequest, c.problems, true}
	case c.unknown != "":
		return &failure{http.StatusNotFound, []string{c.unknown}, true}
	}
	return nil
}

func (c *check) invalid(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// readID reads the number at {id} in the path. Anything else there is a malformed parameter, or, if
// badID is 404, an id that no record can have.
func (c *check) readID(badID int) {
	text := c.http.PathValue("id")
	if text == "" || badID == anyID {
		return
	}
	id, ok := integerOf(text)
	switch {
	case ok && id >= 1:
		c.id = id
	case badID == http.StatusNotFound:
		c.unknown = fmt.Sprintf("there is no record with id %.40q: an id is an integer of at least 1", text)
	default:
		c.invalid("id is %.40q, want an integer of at least 1", text)
	}
}

// integerOf reads an integer as the documentation writes one: without a plus sign and
// without zeros before it.
func integerOf(text string) (n int64, ok bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && strconv.FormatInt(n, 10) == text
}

// A field is a field of a struct that is sent in a query or a body.
type field struct {
	reflect.StructField
	name     string
	optional bool // its tag has an option such as omitempty
}

// fieldsOf returns the fields of a struct to which the given tag, json or url, gives a name. These tags
// are the only description here of what the operations take and return.
func fieldsOf(t reflect.Type, tag string) (fields []field) {
	for i := range t.NumField() {
		name, option, _ := strings.Cut(t.Field(i).Tag.Get(tag), ",")
		if name != "" && name != "-" {
			fields = append(fields, field{t.Field(i), name, option != ""})
		}
	}
	return fields
}
