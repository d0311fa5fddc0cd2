// SPDX-License-Identifier: MIT

package reservationstest

import (
	"encoding/json"
	"io"
	"mime"
	"reflect"
	"strings"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/internal/source"
)

// has reports whether the body has a documented field.
func (c *check) has(name string) bool {
	_, has := c.changes[name]
	return has
}

// readBody reads the body of a request into a pointer to the type that the method of package
// reservations takes, and notes the documented fields that it has. A field that is not documented
// is ignored, because what the service does about it is not known.
func (c *check) readBody(target any) {
	data, _ := io.ReadAll(c.http.Body) // from memory, see record
	t := reflect.TypeOf(target).Elem()
	switch none := t == reflect.TypeFor[nothing](); {
	case len(data) == 0 && t.Kind() == reflect.Struct && !none:
		c.invalid("the body is missing")
		return
	case len(data) == 0:
		return
	case none:
		c.invalid("this operation takes no body")
		return
	}
	contentType := c.http.Header.Get("Content-Type")
	if mediaType, _, err := mime.ParseMediaType(contentType); err != nil || mediaType != "application/json" {
		c.invalid("Content-Type is %.40q, want application/json", contentType)
	}
	if err := json.Unmarshal(data, target); err != nil {
		c.invalid("the body is not as documented: %v", err)
		return
	}
	c.changes, _ = documented(t, decode(data)).(map[string]any)
	c.enumerations("", t, c.changes)
}

// enumerations checks the texts of a body that may have only certain values.
func (c *check) enumerations(path string, t reflect.Type, value any) {
	t = tag.ValueType(t)
	switch value := value.(type) {
	case map[string]any:
		for _, f := range fieldsOf(t, "json") {
			c.enumerations(path+"."+f.name, f.Type, value[f.name])
		}
	case []any:
		for _, item := range value {
			c.enumerations(path, t.Elem(), item)
		}
	case string:
		c.listed(strings.TrimPrefix(path, "."), value, source.KnownValues(t))
	}
}
