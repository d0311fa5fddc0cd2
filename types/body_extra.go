// SPDX-License-Identifier: MIT

package types

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// MarshalJSON writes the fields that are set and those in Extra. The dates are written in
// UTC, to the second.
func (e VoIPEvent) MarshalJSON() ([]byte, error) {
	type plain VoIPEvent
	e.BeginDate, e.EndDate, e.AnswerDate = e.BeginDate.utc(), e.EndDate.utc(), e.AnswerDate.utc()
	return withExtra(plain(e), e.Extra)
}

// withExtra returns the JSON of a body, which has no MarshalJSON, with the fields of
// extra after its own, in the order of their names.
func withExtra(body any, extra map[string]any) ([]byte, error) {
	data, err := json.Marshal(body)
	if err != nil || len(extra) == 0 {
		return data, err
	}
	var set map[string]json.RawMessage
	_ = json.Unmarshal(data, &set) // it has just been written
	data = data[:len(data)-1]
	for i, name := range slices.Sorted(maps.Keys(extra)) {
		for field := range set {
			if strings.EqualFold(field, name) {
				return nil, fmt.Errorf("in Extra[%q]: the field %s is set as well; set it in one place only", name, field)
			}
		}
		value, err := json.Marshal(extra[name])
		if err != nil {
			return nil, fmt.Errorf("in Extra[%q]: the value cannot be written as JSON: %w", name, err)
		}
		if i > 0 || len(set) > 0 {
			data = append(data, ',')
		}
		key, _ := json.Marshal(name) // every string can be written
		data = append(append(append(data, key...), ':'), value...)
	}
	return append(data, '}'), nil
}
