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
		object := types.Object(`{"id":1}`)
		if err := json.Unmarshal([]byte(test.sent), &object); err != nil || (object == nil) != test.empty {
			t.Errorf("%s: reads as %s, %v; want nil: %v", test.name, object, err, test.empty)
		}
		var got content
		if err := object.Decode(&got); err != nil {
			t.Errorf("%s: Decode: %v", test.name, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: decodes differently (-want +got):\n%s", test.name, diff)
		}
		var back types.Object
		if err := json.Unmarshal(encode(t, object), &back); err != nil || !cmp.Equal(object, back, equateRaw) {
			t.Errorf("%s: written as %s, reads back as %s, %v", test.name, encode(t, object), back, err)
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
