// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestObject(t *testing.T) {
	t.Parallel()
	type content struct {
		ID   int64  `json:"id"`
		Name string `json:"name"`
	}
	tests := []struct {
		name, sent string
		empty      bool
		want       content
	}{
		{"object", `{"id": 9007199254740993, "name": "<a>"}`, false, content{9007199254740993, "<a>"}},
		{"object in a text", `"{\"id\":5,\"name\":\"b\"}"`, false, content{5, "b"}},
		{"empty object", `{}`, false, content{}},
		{"empty array for an empty object", `[ ]`, true, content{}},
		{"empty text", `""`, true, content{}},
		{"null", `null`, true, content{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			object := types.Object(`{"id":1}`)
			if err := json.Unmarshal([]byte(test.sent), &object); err != nil || (object == nil) != test.empty {
				t.Errorf("reads as %s, %v; want nil: %v", object, err, test.empty)
			}
			var got content
			if err := object.Decode(&got); err != nil || got != test.want {
				t.Errorf("decodes as %+v, %v; want %+v", got, err, test.want)
			}
			if back := read[types.Object](t, string(encode(t, object))); !cmp.Equal(object, back, equateRaw) {
				t.Errorf("written as %s, reads back as %s", encode(t, object), back)
			}
		})
	}
}

func TestObjectKeepsAnyOtherValue(t *testing.T) {
	t.Parallel()
	for _, sent := range []string{`"plain text"`, `[1,2]`, `12`, `true`} {
		event := read[types.WebhookEvent](t, `{"id":"1","payload":`+sent+`}`)
		if err := event.Payload.Decode(&map[string]any{}); err == nil || string(event.Payload) != sent {
			t.Errorf("payload %s reads as %s, and as a map with the error %v", sent, event.Payload, err)
		}
	}
	if new(types.Object).UnmarshalJSON([]byte(`{`)) == nil {
		t.Error("half an object was read")
	}
}

func TestOneOrMany(t *testing.T) {
	t.Parallel()
	type list = types.OneOrMany[types.FacilityFilterSpecification]
	one, two := types.FacilityFilterSpecification{ID: 1, Name: "Pool", NumOfAccommodations: new(0)}, types.FacilityFilterSpecification{ID: 2}
	const pool = `{"id":1,"name":"Pool","numOfAccommodations":0}`
	tests := []struct {
		sent, written string
		want          list
	}{
		{pool, `{"facilitySpecifications":` + pool + `}`, list{one}},
		{` [` + pool + `]`, `{"facilitySpecifications":` + pool + `}`, list{one}},
		{`[` + pool + `,{"id":2}]`, `{"facilitySpecifications":[` + pool + `,{"id":2}]}`, list{one, two}},
		{`[]`, `{}`, nil},
		{`null`, `{}`, nil},
	}
	for _, test := range tests {
		t.Run(test.sent, func(t *testing.T) {
			t.Parallel()
			item := types.FacilityFilterItem{FacilitySpecifications: list{two, two, two}} // which is overwritten
			if err := json.Unmarshal([]byte(`{"facilitySpecifications":`+test.sent+`}`), &item); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(test.want, item.FacilitySpecifications); diff != "" {
				t.Errorf("it reads differently (-want +got):\n%s", diff)
			}
			if got := string(encode(t, item)); got != test.written {
				t.Errorf("it is written again as %s; want %s", got, test.written)
			}
		})
	}
	for _, sent := range []string{`"pool"`, `5`, `{"id":"x"}`, `[5]`} {
		if json.Unmarshal([]byte(sent), new(list)) == nil {
			t.Errorf("%s was read", sent)
		}
	}
}
