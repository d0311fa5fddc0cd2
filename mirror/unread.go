// SPDX-License-Identifier: MIT

package mirror

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// unread is a value of a reservation that the SDK has left out, because it cannot be read.
type unread struct {
	list string            // JSON name of the list with the value, or guest; "" outside of them
	line int               // index in the list
	path []string          // JSON names of the fields that lead to it
	sent []json.RawMessage // what was sent: several values when a field was sent several times
}

// field returns the name of the field as in SyncResult.Unread, without the index of a line.
func (u unread) field() string {
	path := strings.Join(u.path, ".")
	switch u.list {
	case "":
		return path
	case guest:
		return guest + "." + path
	}
	return u.list + "[]." + path
}

// guest is the JSON name of the guest who booked, who is stored in the table of the list of guests.
const guest = "guest"

// unreadOn returns the values of a page that could not be read, by the id of the reservation. It finds them in the body
// of the response by the paths of the warnings.
func unreadOn(response reservations.Response) map[int64][]unread {
	lost := map[string]int{} // the number of values that were left out, by their path
	var paths []string
	for _, w := range response.Warnings {
		if w.Read || w.Raw == "" { // the value was read after all, or the field is missing
			continue
		}
		if lost[w.Path]++; lost[w.Path] == 1 {
			paths = append(paths, w.Path)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	var elements []json.RawMessage
	if err := json.Unmarshal(response.Body, &elements); err != nil {
		return nil // cannot happen: the SDK has read the body
	}
	all := map[int64][]unread{}
	for _, path := range paths {
		index, steps := splitPath(path)
		if index >= len(elements) {
			continue
		}
		if id := idOf(elements[index]); id != 0 {
			all[id] = append(all[id], newUnread(elements[index], steps, lost[path]))
		}
	}
	return all
}

// splitPath splits [3].orderLines[0].unitPrice into the index of the record and orderLines, 0 and unitPrice.
func splitPath(path string) (index int, steps []string) {
	steps = strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune("[].", r) })
	if len(steps) == 0 {
		return 0, nil
	}
	index, err := strconv.Atoi(steps[0])
	if err != nil {
		return 0, nil
	}
	return index, steps[1:]
}

// idOf returns the id of a reservation as the SDK has read it, or 0.
func idOf(record json.RawMessage) int64 {
	var named struct {
		ID types.Number `json:"id"`
	}
	if err := json.Unmarshal(record, &named); err != nil {
		return 0
	}
	id := named.ID.Decimal()
	if whole := id.BigInt(); id.IsInteger() && whole.IsInt64() {
		return whole.Int64()
	}
	return 0
}

// newUnread finds the values at a path, of which lost values were left out. If an element of a list cannot be read, the
// SDK has left out the whole list, and newUnread returns the list.
func newUnread(record json.RawMessage, steps []string, lost int) unread {
	var u unread
	in := record
	for i, step := range steps {
		line, err := strconv.Atoi(step)
		isElement := err == nil
		switch {
		case isElement && i == len(steps)-1:
			u.sent = []json.RawMessage{in}
			return u
		case isElement:
			u.list, u.line, u.path = u.path[0], line, nil
			in = element(in, line)
		default:
			if i == 1 && steps[0] == guest {
				u.list, u.path = guest, nil
			}
			u.path = append(u.path, step)
			u.sent = valuesOf(in, step, lost)
			in = lastOf(in, step)
		}
	}
	return u
}

// guestIDs returns the ids of the guests of a reservation, also of guests that the SDK has left out because they, or
// their list, cannot be read.
func (r record) guestIDs() (ids []int64) {
	if r.Guest != nil {
		ids = append(ids, r.Guest.ID)
	}
	for _, guest := range r.Guests {
		ids = append(ids, guest.ID)
	}
	for _, u := range r.unread {
		if u.list != "" || u.path[0] != guest && u.path[0] != "guests" {
			continue
		}
		for _, sent := range u.sent {
			var elements []json.RawMessage
			if err := json.Unmarshal(sent, &elements); err != nil {
				elements = []json.RawMessage{sent}
			}
			for _, element := range elements {
				ids = append(ids, idOf(element))
			}
		}
	}
	return ids
}

// element returns an element of a list, or nil if there is none.
func element(list json.RawMessage, index int) json.RawMessage {
	var elements []json.RawMessage
	if err := json.Unmarshal(list, &elements); err != nil || index >= len(elements) {
		return nil
	}
	return elements[index]
}

// given returns all values of a field, which can be sent several times in one object.
func given(object json.RawMessage, name string) (values []json.RawMessage) {
	d := json.NewDecoder(bytes.NewReader(object))
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return values
		}
		if key, ok := key.(string); ok && strings.EqualFold(key, name) {
			values = append(values, value)
		}
	}
	return values
}

// lastOf returns the last value of a field, which is the one that counts.
func lastOf(object json.RawMessage, name string) json.RawMessage {
	values := given(object, name)
	if len(values) == 0 {
		return nil
	}
	return values[len(values)-1]
}

// valuesOf returns the values of a field that were left out: those that the last value has replaced,
// and the last value too if more values were lost than these.
func valuesOf(object json.RawMessage, name string, lost int) (values []json.RawMessage) {
	all := given(object, name)
	if len(all) == 0 {
		return nil
	}
	last := all[len(all)-1]
	for _, value := range all[:len(all)-1] {
		if !bytes.Equal(value, last) && string(value) != "null" {
			values = append(values, value)
		}
	}
	if len(values) < lost {
		values = append(values, last)
	}
	return values
}
