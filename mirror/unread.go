// SPDX-License-Identifier: MIT

package mirror

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/content"
	"github.com/reservationkit/reservations-go/types"
)

// unread is a value of a reservation that the SDK has left out, because it cannot be read.
type unread struct {
	list string          // JSON name of the list with the value, or guest; "" outside of them
	line int             // index in the list
	path []string        // JSON names of the fields that lead to it
	sent json.RawMessage // what was sent
}

// guest is the JSON name of the guest who booked, who is stored in the table of the list of guests.
const guest = "guest"

// unreadOn returns the values of a page that could not be read, by the id of the reservation. It finds them in the body
// of the response by the paths of the warnings.
func unreadOn(response reservations.Response) map[int64][]unread {
	var elements []json.RawMessage
	all, seen := map[int64][]unread{}, map[string]bool{}
	for _, w := range response.Warnings {
		if w.Read || w.Raw == "" || seen[w.Path] { // the value was read after all, or the field is missing
			continue
		}
		seen[w.Path] = true
		if elements == nil {
			body := content.InUTF8(response.Header.Get("Content-Type"), content.Trim(response.Body))
			_ = json.Unmarshal(body, &elements) // cannot fail: the SDK has read it
		}
		steps := strings.FieldsFunc(w.Path, func(r rune) bool { return strings.ContainsRune("[].", r) }) // [3].orderLines[0].unitPrice
		index, err := strconv.Atoi(steps[0])
		if err != nil || index >= len(elements) {
			continue
		}
		u := newUnread(elements[index], steps[1:])
		if strings.Contains(w.Problem, "U+FFFD") && (strings.HasSuffix(w.Path, "]") || bytes.HasPrefix(u.sent, []byte("{"))) {
			continue // the text is in a field of this record that the SDK does not know; see extraText
		}
		if id := idOf(elements[index]); id != 0 {
			all[id] = append(all[id], u)
		}
	}
	return all
}

// idOf returns the id of a reservation or a guest as the SDK has read it, or 0.
func idOf(record json.RawMessage) int64 {
	var named struct {
		ID types.Number `json:"id"`
	}
	if err := json.Unmarshal(record, &named); err != nil {
		return 0
	}
	return wholeOf(named.ID)
}

// wholeOf returns a number that is an id, or 0.
func wholeOf(number types.Number) int64 {
	id := number.Decimal()
	if whole := id.BigInt(); id.IsInteger() && whole.IsInt64() {
		return whole.Int64()
	}
	return 0
}

// newUnread finds the value at a path. If an element of a list cannot be read, the SDK has left out the whole list,
// and newUnread returns the list.
func newUnread(record json.RawMessage, steps []string) (u unread) {
	u.sent = record
	for i, step := range steps {
		if line, err := strconv.Atoi(step); err == nil {
			if i == len(steps)-1 {
				return u
			}
			u.list, u.line, u.path = u.path[0], line, nil
			if elements := elementsOf(u.sent); line < len(elements) {
				u.sent = elements[line]
			}
			continue
		}
		if i == 1 && steps[0] == guest {
			u.list, u.path = guest, nil
		}
		u.path = append(u.path, step)
		u.sent = fieldOf(u.sent, step)
	}
	return u
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

// elementsOf returns the elements of a list, or nil if it is not a list.
func elementsOf(list json.RawMessage) (elements []json.RawMessage) {
	_ = json.Unmarshal(list, &elements)
	return elements
}

// fieldOf returns the value of a field, whose name can be in upper or lower case.
func fieldOf(object json.RawMessage, name string) (value json.RawMessage) {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(object, &fields)
	for key, sent := range fields {
		if key == name || value == nil && strings.EqualFold(key, name) {
			value = sent
		}
	}
	return value
}

// guestIDs returns the ids of the guests of a reservation, also of guests in a list that cannot be read.
func (r record) guestIDs() (ids []int64) {
	if r.Guest != nil {
		ids = append(ids, r.Guest.ID)
	}
	for _, guest := range r.Guests {
		ids = append(ids, guest.ID)
	}
	for _, u := range r.unread {
		if name, _, _ := strings.Cut(u.field(), "."); strings.HasPrefix(name, guest) {
			ids = append(ids, idsIn(u.sent, true)...)
		}
	}
	return ids
}

// idsIn returns the ids in a guest or guests in any form. isID says that a number is one.
func idsIn(sent json.RawMessage, isID bool) (ids []int64) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(sent, &fields) == nil {
		for name, value := range fields {
			ids = append(ids, idsIn(value, strings.EqualFold(name, "id"))...)
		}
		return ids
	}
	elements := elementsOf(sent)
	for _, element := range elements {
		ids = append(ids, idsIn(element, isID)...)
	}
	var number types.Number
	if elements == nil && isID && json.Unmarshal(sent, &number) == nil {
		ids = append(ids, wholeOf(number))
	}
	return ids
}
