// SPDX-License-Identifier: MIT

package types

import (
	"encoding/json"
	"fmt"
)

// Extra holds the fields of a record that this package does not know, by their JSON
// names, each with the JSON that was sent. It is nil when there are none.
//
// Both the client of package reservations and json.Unmarshal fill it, and json.Marshal
// writes it after the fields of the record, so that a record that was stored is read again
// as it was. A name that differs from that of a known field in case alone belongs to the
// known field. It is an error to write a field that is set and that Extra holds as well.
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
