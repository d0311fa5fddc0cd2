// SPDX-License-Identifier: MIT

package recording

import (
	"bytes"
	"encoding/json"
	"slices"
)

// A registerItem is an item of a day, on a page.
type registerItem struct {
	key  string // of its reservation
	json []byte
}

// readPage reads a page: its days, and the items of each.
func readPage(body []byte) (days []registerDay, items [][]registerItem, ok bool) {
	var raw []json.RawMessage
	if json.Unmarshal(body, &raw) != nil {
		return nil, nil, false
	}
	for _, data := range raw {
		var day struct{ Items json.RawMessage }
		var list []json.RawMessage
		if json.Unmarshal(data, &day) != nil || day.Items != nil && json.Unmarshal(day.Items, &list) != nil {
			return nil, nil, false
		}
		found := make([]registerItem, len(list))
		for i, item := range list {
			found[i] = registerItem{keyOf(item), item}
		}
		items = append(items, found)
		days = append(days, around(data, day.Items))
	}
	return days, items, true
}

// around returns the JSON of a day before and after its items. items is their JSON, or nil.
func around(day, items []byte) registerDay {
	before, after, found := bytes.Cut(day, slices.Concat([]byte(`"items":`), items))
	if items == nil || !found { // the day gets an empty list, which is read like none
		before, after = day[:len(day)-1], []byte("}")
		if len(before) > 1 {
			before = slices.Concat(before, []byte(","))
		}
	}
	return registerDay{slices.Concat(before, []byte(`"items":[`)), slices.Concat([]byte("]"), after)}
}

// keyOf returns a key that items of the same reservation have in common.
func keyOf(item []byte) string {
	var names struct {
		ReservationID, ReservationNumber, ReservationName, ReservationAccommodationTitle json.RawMessage
		ReservationAccommodationUnitNumber, ReservationDateFrom, ReservationDateTo       json.RawMessage
	}
	if json.Unmarshal(item, &names) != nil {
		return string(item)
	}
	for _, name := range []json.RawMessage{names.ReservationID, names.ReservationNumber} {
		if name != nil && string(name) != "null" {
			return string(name)
		}
	}
	return string(bytes.Join([][]byte{
		names.ReservationName, names.ReservationAccommodationTitle, names.ReservationAccommodationUnitNumber,
		names.ReservationDateFrom, names.ReservationDateTo,
	}, []byte(" ")))
}
