// SPDX-License-Identifier: MIT

package lenient

import (
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestUnmarshalWorksAsEncodingJSON: Client.Do decodes into types of callers, which may be anything and hold something already.
func TestUnmarshalWorksAsEncodingJSON(t *testing.T) {
	t.Parallel()
	var free any
	for name, test := range map[string]struct {
		target any
		fails  bool
	}{
		"a pointer to a pointer": {new(*house), false},
		"an interface":           {&free, false},
		"a nil pointer":          {(*house)(nil), true},
		"nil":                    {nil, true},
		"no pointer":             {house{}, true},
	} {
		if err := Unmarshal([]byte(`{"x":1}`), test.target); (err != nil) != test.fails {
			t.Errorf("%s: error %v, want one: %v", name, err, test.fails)
		}
	}
	filled, task := house{Name: "kept"}, types.Task{ID: 7, Title: "of the one before"}
	for _, target := range []any{&filled, &task} {
		if err := Unmarshal([]byte(`{"id":8}`), target); err != nil {
			t.Fatal(err)
		}
	}
	if filled.ID != 8 || filled.Name != "kept" || task.ID != 8 || task.Title != "" {
		t.Errorf("got %+v, want what it held as well, as encoding/json does, and %+v, want a new task", filled, types.Unredacted(task))
	}
	for _, body := range []string{`{"id":` + strings.Repeat("9", 257) + `}`, `{"title":"` + strings.Repeat("9", 10_001) + `"}`} {
		for _, target := range []any{&free, &filled} {
			if err := Unmarshal([]byte(body), target); err == nil {
				t.Errorf("%.10s with thousands of digits is decoded into a %T", body, target)
			}
		}
	}
}
