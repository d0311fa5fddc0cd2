// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestOneOrMany(t *testing.T) {
	t.Parallel()
	one := types.FacilityFilterSpecification{ID: 1, Name: "Pool", NumOfAccommodations: types.Ptr(0)}
	two := types.FacilityFilterSpecification{ID: 2}
	tests := []struct {
		sent, written string
		want          types.OneOrMany[types.FacilityFilterSpecification]
	}{
		{`{"id":1,"name":"Pool","numOfAccommodations":0}`, `{"id":1,"name":"Pool","numOfAccommodations":0}`, types.OneOrMany[types.FacilityFilterSpecification]{one}},
		{`[{"id":1,"name":"Pool","numOfAccommodations":0}]`, `{"id":1,"name":"Pool","numOfAccommodations":0}`, types.OneOrMany[types.FacilityFilterSpecification]{one}},
		{`[{"id":1,"name":"Pool","numOfAccommodations":0},{"id":2}]`, `[{"id":1,"name":"Pool","numOfAccommodations":0},{"id":2}]`, types.OneOrMany[types.FacilityFilterSpecification]{one, two}},
		{`[]`, ``, nil},
		{`null`, ``, nil},
	}
	for _, test := range tests {
		var item types.FacilityFilterItem
		if err := json.Unmarshal([]byte(`{"facilitySpecifications":`+test.sent+`}`), &item); err != nil {
			t.Errorf("%s: %v", test.sent, err)
		}
		if diff := cmp.Diff(test.want, item.FacilitySpecifications); diff != "" {
			t.Errorf("%s reads differently (-want +got):\n%s", test.sent, diff)
		}
		want := `{}`
		if test.written != "" {
			want = `{"facilitySpecifications":` + test.written + `}`
		}
		if got := string(encode(t, item)); got != want {
			t.Errorf("%s is written again as %s; want %s", test.sent, got, want)
		}
	}
	for _, sent := range []string{`"pool"`, `5`, `{"id":"x"}`, `[5]`} {
		if json.Unmarshal([]byte(sent), new(types.OneOrMany[types.FacilityFilterSpecification])) == nil {
			t.Errorf("%s was read", sent)
		}
	}
}

func TestOneOrManyOverwritesWhatItHeld(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]types.OneOrMany[int]{`7`: {7}, ` [7, 8]`: {7, 8}, `[]`: nil, `null`: nil} {
		t.Run(sent, func(t *testing.T) {
			t.Parallel()
			list := types.OneOrMany[int]{1, 2, 3}
			if err := json.Unmarshal([]byte(sent), &list); err != nil || !cmp.Equal(list, want) || (list == nil) != (want == nil) {
				t.Errorf("it reads as %#v, %v; want %#v", list, err, want)
			}
		})
	}
}
