// SPDX-License-Identifier: MIT

package types

import (
	"bytes"
	"encoding/json"
)

// OneOrMany is a list that the service may also send as a single element without the
// list around it.
type OneOrMany[T any] []T

// UnmarshalJSON reads an array, or one element instead of the array. Null and [] read
// as nil.
func (l *OneOrMany[T]) UnmarshalJSON(data []byte) error {
	var many []T
	if data = bytes.TrimSpace(data); bytes.HasPrefix(data, []byte("[")) || string(data) == "null" {
		if err := json.Unmarshal(data, &many); err != nil {
			return err
		}
	} else {
		many = make([]T, 1)
		if err := json.Unmarshal(data, &many[0]); err != nil {
			return err
		}
	}
	if len(many) == 0 {
		many = nil
	}
	*l = many
	return nil
}

// MarshalJSON writes a list of one as the element alone, and any other as an array.
func (l OneOrMany[T]) MarshalJSON() ([]byte, error) {
	if len(l) == 1 {
		return json.Marshal(l[0])
	}
	return json.Marshal([]T(l))
}
