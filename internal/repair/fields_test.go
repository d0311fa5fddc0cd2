package repair_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go/internal/repair"
)

func TestFieldsAreFoundAsEncodingJSONFindsThem(t *testing.T) {
	t.Parallel()
	checkDocument[record](t, `{"NAME":1,"Name":2,"name":3}`, `{"NAME":"1","Name":"2","name":"3"}`,
		fixed("name", `1`, "not a string"), fixed("name", `2`, "not a string"), fixed("name", `3`, "not a string"))
	checkDocument[record](t, `{"author":1,"revision":"2","auditName":"3"}`, `{"author":"1","revision":2,"auditName":3}`,
		fixed("author", `1`, "not a string"), fixed("revision", `"2"`, int64Due), fixed("auditName", `"3"`, int64Due))
	checkDocument[record](t, `{"Ignored":"x","unknown":{"id":"x"},"-":"x","_":"x","count":1.0}`, `{"Ignored":"x","unknown":{"id":"x"},"-":"x","_":"x","count":1}`,
		fixed("count", `1.0`, int64Due))

	type exact struct {
		Lower int    `json:"key"`
		Upper string `json:"KEY"`
	}
	checkDocument[exact](t, `{"key":"1","KEY":2,"Key":"3"}`, `{"key":1,"KEY":"2","Key":3}`,
		fixed("key", `"1"`, int64Due), fixed("KEY", `2`, "not a string"), fixed("key", `"3"`, int64Due))

	type Base struct {
		ID     int    `json:"id"`
		Hidden string `json:"hidden,omitempty"`
	}
	type Named struct {
		Author string `json:"author,omitempty"`
	}
	type derived struct {
		*Base
		Named  `json:"named,omitzero"`
		Hidden int `json:"hidden,omitempty"`
	}
	checkDocument[derived](t, `{"id":"1","hidden":"2","named":{"author":3},"author":4}`, `{"id":1,"hidden":2,"named":{"author":"3"},"author":4}`,
		fixed("id", `"1"`, int64Due), fixed("hidden", `"2"`, int64Due), fixed("named.author", `3`, "not a string"))

	type Chain struct {
		*Chain
		N int `json:"n"`
	}
	checkDocument[Chain](t, `{"n":"1"}`, `{"n":1}`, fixed("n", `"1"`, int64Due))

	type quoted struct {
		Text int `json:"text,string"`
		Bare int `json:"bare"`
	}
	checkDocument[quoted](t, `{"text":"5","bare":"6"}`, `{"text":"5","bare":6}`, fixed("bare", `"6"`, int64Due))
}

// Whatever is not walked may have rules of its own, so nothing inside it is repaired.
func TestTypesThatAreTriedAsAWhole(t *testing.T) {
	t.Parallel()
	checkDocument[record](t, `{"byNumber":{"1":"2"}}`, `{"byNumber":null}`, lost("byNumber", "{…}", "not a map"))
	checkDocument[record](t, `{"byLetter":{"ab":"2"}}`, `{"byLetter":null}`, lost("byLetter", "{…}", "not a map"))
	checkDocument[record](t, `{"code":{"text":7}}`, `{"code":null}`, lost("code", "{…}", "not a code"))
	checkDocument[record](t, `{"day":{"Year":"7"}}`, `{"day":null}`, lost("day", "{…}", "not a Date"))
}

func TestRepeatedKeys(t *testing.T) {
	t.Parallel()
	body, _, err := repair.Document([]byte(`{"count":"1","unit":{"id":"1"},"count":2.0,"unit":{"id":"2"}}`), reflect.TypeFor[record]())
	if err != nil {
		t.Fatal(err)
	}
	var got record
	if err := json.Unmarshal(body, &got); err != nil {
		t.Fatal(err)
	}
	if *got.Count != 2 || got.Unit.ID != 2 {
		t.Errorf("count %d, unit %d, want the last of each, 2", *got.Count, got.Unit.ID)
	}
}

func TestDefaultAppliesToAnUnreadableField(t *testing.T) {
	t.Parallel()
	body, _, err := repair.Document([]byte(`{"id":1,"active":"perhaps"}`), reflect.TypeFor[unit]())
	if err != nil {
		t.Fatal(err)
	}
	var got unit
	if err := json.Unmarshal(body, &got); err != nil {
		t.Fatal(err)
	}
	if want := (unit{ID: 1, Active: true}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
