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

// guest is the JSON name of the guest who booked, who is stored in the table of the list of guests.
const guest = "guest"

// unreadOn returns the values of a page that the SDK has left out because they cannot be read, by the id of the
// reservation and by their path in it, such as orderLines[0].unitPrice. It finds them in the body of the response.
func unreadOn(response reservations.Response) map[int64]map[string]json.RawMessage {
	var elements []json.RawMessage
	all := map[int64]map[string]json.RawMessage{}
	for _, w := range response.Warnings {
		if w.Read || w.Raw == "" { // the value was read after all, or the field is missing
			continue
		}
		if elements == nil {
			body := content.InUTF8(response.Header.Get("Content-Type"), content.Trim(response.Body))
			elements = read[[]json.RawMessage](body) // cannot fail: the SDK has read it
		}
		number, path, _ := strings.Cut(strings.TrimPrefix(w.Path, "["), "].") // [3].orderLines[0].unitPrice
		index, err := strconv.Atoi(number)
		if err != nil || index >= len(elements) {
			continue
		}
		path, sent := valueAt(elements[index], path)
		if strings.Contains(w.Problem, "U+FFFD") && (strings.HasSuffix(w.Path, "]") || bytes.HasPrefix(sent, []byte("{"))) {
			continue // the text is in a field of this record that the SDK does not know; see extraText
		}
		id := idIn(fieldOf(elements[index], "id"))
		if all[id] == nil {
			all[id] = map[string]json.RawMessage{}
		}
		all[id][path] = sent
	}
	return all
}

// idIn returns a number that is an id, as the SDK has read it, or 0.
func idIn(sent json.RawMessage) int64 {
	id := read[types.Number](sent).Decimal()
	if whole := id.BigInt(); id.IsInteger() && whole.IsInt64() {
		return whole.Int64()
	}
	return 0
}

// valueAt returns the value at a path in a record. If an element of a list cannot be read, the SDK has left out the whole
// list, and valueAt returns the path and the value of the list.
func valueAt(record json.RawMessage, path string) (string, json.RawMessage) {
	if strings.HasSuffix(path, "]") {
		path = path[:strings.LastIndex(path, "[")]
	}
	for step := range strings.FieldsFuncSeq(path, func(r rune) bool { return strings.ContainsRune("[].", r) }) {
		line, err := strconv.Atoi(step)
		if elements := read[[]json.RawMessage](record); err == nil && line < len(elements) {
			record = elements[line]
		} else if err != nil {
			record = fieldOf(record, step)
		}
	}
	return path, record
}

// unreadIn returns the values below a prefix such as orderLines[0]. that could not be read, by the rest of their paths.
// With "" it returns those outside of all lists, and the lists.
func (r record) unreadIn(prefix string) map[string]json.RawMessage {
	found := map[string]json.RawMessage{}
	for path, sent := range r.unread {
		name, isIn := strings.CutPrefix(path, prefix)
		if isIn && (prefix != "" || !strings.Contains(path, "[") && !strings.HasPrefix(path, guest+".")) {
			found[name] = sent
		}
	}
	return found
}

// read returns JSON as a T, or the zero value if it is something else.
func read[T any](sent json.RawMessage) (value T) {
	_ = json.Unmarshal(sent, &value)
	return value
}

// fieldOf returns the value of a field, whose name can be in upper or lower case.
func fieldOf(record json.RawMessage, name string) (value json.RawMessage) {
	for key, sent := range read[map[string]json.RawMessage](record) {
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
	for path, sent := range r.unread {
		if strings.HasPrefix(path, guest) {
			ids = append(ids, idsIn(sent, true)...)
		}
	}
	return ids
}

// idsIn returns the ids in a guest or guests in any form. isID says that a number is one.
func idsIn(sent json.RawMessage, isID bool) (ids []int64) {
	for name, value := range read[map[string]json.RawMessage](sent) {
		ids = append(ids, idsIn(value, strings.EqualFold(name, "id"))...)
	}
	for _, element := range read[[]json.RawMessage](sent) {
		ids = append(ids, idsIn(element, isID)...)
	}
	if isID {
		ids = append(ids, idIn(sent))
	}
	return ids
}
