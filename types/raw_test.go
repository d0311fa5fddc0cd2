package types_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestScalarKeepsWhatWasSent(t *testing.T) {
	t.Parallel()
	tests := map[string]string{ // JSON -> text
		`21`: "21", `"21"`: "21", `21.00`: "21.00", `0`: "0", `true`: "true", `false`: "false", `"high"`: "high",
		`9007199254740993`: "9007199254740993", `"a \"b\" é"`: `a "b" é`, `""`: "", `{"id":1}`: `{"id":1}`, `[]`: `[]`,
	}
	for sent, text := range tests {
		var s types.Scalar
		if err := json.Unmarshal([]byte(sent), &s); err != nil || s.String() != text {
			t.Errorf("%s reads as %q, %v; want %q", sent, s, err, text)
		}
		if got := string(encode(t, s)); got != sent {
			t.Errorf("%s is written again as %s", sent, got)
		}
	}
	s := types.Scalar("21")
	if err := json.Unmarshal([]byte(`null`), &s); err != nil || s != "" || string(encode(t, s)) != "null" {
		t.Errorf("null reads as %q, %v", s, err)
	}
	if _, err := json.Marshal(types.Scalar("not JSON")); err == nil {
		t.Error("a Scalar that is not JSON was written")
	}
}

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
	for _, tt := range tests {
		object := types.Object(`{"id":1}`)
		if err := json.Unmarshal([]byte(tt.sent), &object); err != nil || (object == nil) != tt.empty {
			t.Errorf("%s: reads as %s, %v; want nil: %v", tt.name, object, err, tt.empty)
		}
		var got content
		if err := object.Decode(&got); err != nil {
			t.Errorf("%s: Decode: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: decodes differently (-want +got):\n%s", tt.name, diff)
		}
		var back types.Object
		if err := json.Unmarshal(encode(t, object), &back); err != nil || !cmp.Equal(object, back, equateRaw) {
			t.Errorf("%s: written as %s, reads back as %s, %v", tt.name, encode(t, object), back, err)
		}
	}
}

func TestObjectKeepsAnyOtherValue(t *testing.T) {
	t.Parallel()
	for _, sent := range []string{`"plain text"`, `[1,2]`, `12`, `true`} {
		var event types.WebhookEvent
		if err := json.Unmarshal([]byte(`{"id":"1","payload":`+sent+`}`), &event); err != nil || string(event.Payload) != sent {
			t.Errorf("payload %s reads as %s, %v", sent, event.Payload, err)
		}
		if err := event.Payload.Decode(&map[string]any{}); err == nil {
			t.Errorf("payload %s decodes into a map", sent)
		}
	}
	var object types.Object
	if err := object.UnmarshalJSON([]byte(`{`)); err == nil {
		t.Error("half an object was read")
	}
}

func TestFacilityFilterReadsOneOrMany(t *testing.T) {
	t.Parallel()
	one := types.FacilityFilterSpecification{ID: 1, Name: "Pool", NumOfAccommodations: types.Ptr(0)}
	two := types.FacilityFilterSpecification{ID: 2}
	tests := []struct {
		sent, written string
		want          types.FacilityFilterSpecifications
	}{
		{`{"id":1,"name":"Pool","numOfAccommodations":0}`, `{"id":1,"name":"Pool","numOfAccommodations":0}`, types.FacilityFilterSpecifications{one}},
		{`[{"id":1,"name":"Pool","numOfAccommodations":0}]`, `{"id":1,"name":"Pool","numOfAccommodations":0}`, types.FacilityFilterSpecifications{one}},
		{`[{"id":1,"name":"Pool","numOfAccommodations":0},{"id":2}]`, `[{"id":1,"name":"Pool","numOfAccommodations":0},{"id":2}]`, types.FacilityFilterSpecifications{one, two}},
		{`[]`, ``, nil},
		{`null`, ``, nil},
	}
	for _, tt := range tests {
		var item types.FacilityFilterItem
		if err := json.Unmarshal([]byte(`{"facilitySpecifications":`+tt.sent+`}`), &item); err != nil {
			t.Errorf("%s: %v", tt.sent, err)
		}
		if diff := cmp.Diff(tt.want, item.FacilitySpecifications); diff != "" {
			t.Errorf("%s reads differently (-want +got):\n%s", tt.sent, diff)
		}
		want := `{}`
		if tt.written != "" {
			want = `{"facilitySpecifications":` + tt.written + `}`
		}
		if got := string(encode(t, item)); got != want {
			t.Errorf("%s is written again as %s; want %s", tt.sent, got, want)
		}
	}
	for _, sent := range []string{`"pool"`, `5`, `{"id":"x"}`, `[5]`} {
		if json.Unmarshal([]byte(sent), new(types.FacilityFilterSpecifications)) == nil {
			t.Errorf("%s was read", sent)
		}
	}
}
