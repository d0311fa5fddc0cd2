package repair

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestListsAreReadElementByElement: only what no element can tell makes a list be read in one
// piece, which takes a second pass over all of it.
func TestListsAreReadElementByElement(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		`[]`: true, " [\r\n\t] ": true, `[{"id":1}]`: true, " [ {\"id\":1}\t,\r{\"id\":2} ]\n": true,
		`[{"id":"1"},{"id":2.0},{"id":3}]`:                       true,
		`[{"id":1,"new":{"a":[1,{}]}},{"ID":2},{"id":3,"id":4}]`: true,
		`[{"id":1,"reservationId":"1","firstName":7,"notes":7}]`: true,
		``: false, `[`: false, `{}`: false, `null`: false, `[]]`: false, `[{"id":1}`: false, `[{"id":1},]`: false, `[,{"id":1}]`: false,
		`[{"id":1}{"id":2}]`: false, `[{"id":1}]x`: false, `[null]`: false, `[{"id":1},7]`: false,
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			for _, target := range []any{new([]types.ReservationSummary), new([]types.Guest)} {
				root := reflect.ValueOf(target).Elem()
				l := list{scan: newScan([]byte(body), Options{RequireIDs: true}), root: root, elem: planOf(root.Type()).elem}
				if _, ok := l.decode(); ok != want {
					t.Errorf("%s: %t, want %t", root.Type(), ok, want)
				}
			}
		})
	}
}

// pair cannot be 1 and 1, which no part of it tells.
type pair struct {
	ID   int64  `json:"id"`
	Each [2]int `json:"each,omitempty"`
}

func (p *pair) UnmarshalJSON(data []byte) error {
	type plain pair
	if err := json.Unmarshal(data, (*plain)(p)); err != nil {
		return err
	}
	if p.Each == [2]int{1, 1} {
		return errors.New("a pair of the same")
	}
	return nil
}

// TestOddElements: what is read of an odd element before its repair is not kept, and no
// element is kept that cannot be read after it.
func TestOddElements(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]pair{
		`[{"id":1,"each":[1,2]},{"id":2,"each":[1,"x"]},{"id":3}]`: {{ID: 1, Each: [2]int{1, 2}}, {ID: 2}, {ID: 3}},
		`[{"id":"1","each":[2,"1"]},{"id":2}]`:                     {{ID: 1, Each: [2]int{2, 1}}, {ID: 2}},
		`[{"id":"1","each":[1,1]},{"id":2}]`:                       nil,
		`[{"id":1,"each":[1,1]},{"id":2}]`:                         nil,
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			var got []pair
			if _, err := Decode([]byte(body), &got, Options{}); (err != nil) != (want == nil) {
				t.Fatalf("error %v", err)
			}
			if want != nil && !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}
