// SPDX-License-Identifier: MIT

package lenient_test

import (
	"testing"

	"github.com/reservationkit/reservations-go/internal/lenient"
)

func TestFieldsAreFoundAsEncodingJSONFindsThem(t *testing.T) {
	t.Parallel()
	checkDocument[record](t, `{"NAME":1,"Name":2,"name":3}`, `{"NAME":null,"Name":null,"name":"3"}`,
		lost("name", `1`, repeated), lost("name", `2`, repeated), fixed("name", `3`, stringAsNumber))
	checkDocument[record](t, `{"author":1,"revision":"2","auditName":"3"}`, `{"author":"1","revision":2,"auditName":3}`,
		fixed("author", `1`, stringAsNumber), fixed("revision", `"2"`, intAsString),
		fixed("auditName", `"3"`, intAsString))
	checkDocument[record](t, `{"Ignored":"x","unknown":{"id":"x"},"-":"x","_":"x","count":1.0}`,
		`{"Ignored":"x","unknown":{"id":"x"},"-":"x","_":"x","count":1}`,
		fixed("count", `1.0`, intWithPoint))

	type exact struct {
		Lower int    `json:"key"`
		Upper string `json:"KEY" print:"yes"`
	}
	checkDocument[exact](t, `{"key":"1","KEY":2,"Key":"3"}`, `{"key":null,"KEY":"2","Key":3}`,
		lost("key", `"1"`, repeated), fixed("KEY", `2`, stringAsNumber), fixed("key", `"3"`, intAsString))

	type Base struct {
		ID     int    `json:"id"`
		Hidden string `json:"hidden,omitempty" print:"yes"`
	}
	type Named struct {
		Author string `json:"author,omitempty" print:"yes"`
	}
	type derived struct {
		*Base
		Named  `json:"named,omitzero"`
		Hidden int `json:"hidden,omitempty" print:"yes"`
	}
	checkDocument[derived](t, `{"id":"1","hidden":"2","named":{"author":3},"author":4}`,
		`{"id":1,"hidden":2,"named":{"author":"3"},"author":4}`,
		fixed("id", `"1"`, intAsString), fixed("hidden", `"2"`, intAsString),
		fixed("named.author", `3`, stringAsNumber))

	type Chain struct {
		*Chain
		N int `json:"n"`
	}
	checkDocument[Chain](t, `{"n":"1"}`, `{"n":1}`, fixed("n", `"1"`, intAsString))

	type quoted struct {
		Text int `json:"text,string"`
		Bare int `json:"bare"`
	}
	checkDocument[quoted](t, `{"text":"5","bare":"6"}`, `{"text":"5","bare":6}`, fixed("bare", `"6"`, intAsString))
}

// Whatever is not walked may have rules of its own, so nothing inside it is repaired.
func TestTypesThatAreTriedAsAWhole(t *testing.T) {
	t.Parallel()
	checkDocument[record](t, `{"byNumber":{"1":"2"}}`, `{"byNumber":null}`,
		lost("byNumber", "{…}", "an object where an object is documented"))
	checkDocument[record](t, `{"byLetter":{"ab":"2"}}`, `{"byLetter":null}`,
		lost("byLetter", "{…}", "an object where an object is documented"))
	checkDocument[record](t, `{"code":{"text":7}}`, `{"code":null}`,
		lost("code", "{…}", "an object where a string is documented"))
	checkDocument[record](t, `{"day":{"Year":"7"}}`, `{"day":null}`,
		lost("day", "{…}", "an object where a date is documented"))
}

func TestDefaultAppliesToAnUnreadableField(t *testing.T) {
	t.Parallel()
	var got unit
	_, err := lenient.Decode([]byte(`{"id":1,"active":"perhaps"}`), &got, lenient.Options{})
	if want := (unit{ID: 1, Active: true}); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

// TestRepeatedFieldsAreNotMerged: of two records in one field encoding/json makes one.
func TestRepeatedFieldsAreNotMerged(t *testing.T) {
	t.Parallel()
	checkDocument[record](t, `{"unit":{"id":1,"active":true},"count":7,"unit":{"id":2}}`,
		`{"unit":null,"count":7,"unit":{"id":2}}`, lost("unit", "{…}", repeated))
	checkDocument[record](t, `{"lines":[{"id":"1"},{"id":2.0}],"LINES":[{"id":3}]}`,
		`{"lines":null,"LINES":[{"id":3}]}`, lost("lines", "[…]", repeated))
	checkDocument[record](t, `{"count":7,"count":7}`, `{"count":null,"count":7}`, fixed("count", "7", repeated))
	checkDocument[record](t, `{"count":7,"count":null}`, `{"count":null,"count":null}`, lost("count", "7", repeated))
	checkDocument[record](t, `{"count":null,"count":7,"count":null,"count":8}`,
		`{"count":null,"count":null,"count":null,"count":8}`, lost("count", "7", repeated))
	checkDocument[record](t, `{"count":1,"count":2,"count":"3"}`, `{"count":null,"count":null,"count":3}`,
		lost("count", "1", repeated), lost("count", "2", repeated), fixed("count", `"3"`, intAsString))
	checkDocument[record](t, `{"count":"1","unit":{"id":"1"},"count":2.0,"unit":{"id":"2"}}`,
		`{"count":null,"unit":null,"count":2,"unit":{"id":2}}`, lost("count", `"1"`, repeated),
		lost("unit", "{…}", repeated), fixed("count", `2.0`, intWithPoint), fixed("unit.id", `"2"`, intAsString))
	checkDocument[record](t, `{"lines":[{"count":1,"count":2}]}`, `{"lines":[{"count":null,"count":2}]}`,
		lost("lines[0].count", "1", repeated))
}
