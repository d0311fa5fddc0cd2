// SPDX-License-Identifier: MIT

package types

import (
	"encoding/json"
	"fmt"
)

// Extra holds the fields of a record that this package does not know, by their JSON
// names, each with the JSON that was sent. The client of package reservations fills it
// when it decodes a response; json.Unmarshal alone does not. It is nil when there are
// none.
//
// A key that differs from a known one in case alone belongs to the known field. Writing
// a record as JSON does not write its Extra.
type Extra map[string]json.RawMessage

// Decode decodes the field of the given name into v, as [json.Unmarshal] does. It fails
// when there is no such field.
func (e Extra) Decode(name string, v any) error {
	data, ok := e[name]
	if !ok {
		return fmt.Errorf("the record has no additional field %q", name)
	}
	return json.Unmarshal(data, v)
}
