// SPDX-License-Identifier: MIT

package lenient_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/types"
)

type status string

type secret string

func (secret) LogValue() slog.Value { return slog.StringValue("***") }

type guarded struct{ Secret secret }

func (guarded) LogValue() slog.Value { return slog.StringValue("***") }

// even is a number that decodes itself and does not take them all.
type even int

func (e *even) UnmarshalJSON(data []byte) error {
	n := (*int)(e)
	if err := json.Unmarshal(data, n); err != nil {
		return err
	}
	if *n%2 != 0 {
		return errors.New("odd")
	}
	return nil
}

// code is a struct with tags that is nevertheless read from a text.
type code struct {
	Text string `json:"text"`
}

func (c *code) UnmarshalText(text []byte) error {
	c.Text = string(text)
	return nil
}

// letter is a text that is not longer than one byte.
type letter string

func (l *letter) UnmarshalText(text []byte) error {
	if len(text) > 1 {
		return errors.New("not a letter")
	}
	*l = letter(text)
	return nil
}

type audit struct {
	Author   string `json:"author,omitempty" print:"yes"`
	Revision *int   `json:"revision,omitempty"`
	Name     int    `json:"auditName,omitempty"` // a Name in Go as in record, but not in JSON
}

type line struct {
	ID       int64           `json:"id"`
	Quantity decimal.Decimal `json:"quantity,omitzero"`
	Count    int             `json:"count,omitempty"`
}

// Date refuses what it cannot read.
type Date struct{ types.Date }

func (d *Date) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	return d.UnmarshalText([]byte(text))
}

// unit has an UnmarshalJSON of its own, which sets a default.
type unit struct {
	ID     int64 `json:"id"`
	Active bool  `json:"active" default:"true"`
}

func (u *unit) UnmarshalJSON(data []byte) error {
	type plain unit
	p := plain{Active: true}
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	*u = unit(p)
	return nil
}

type record struct {
	audit
	ID       int64                      `json:"id"`
	Small    int8                       `json:"small,omitempty"`
	Unsigned uint64                     `json:"unsigned,omitempty"`
	Count    *int64                     `json:"count,omitempty"`
	Even     even                       `json:"even,omitempty"`
	Name     string                     `json:"name,omitempty" print:"yes"`
	Status   status                     `json:"status,omitempty"`
	Literal  json.Number                `json:"literal,omitempty"`
	Secret   secret                     `json:"secret,omitempty"`
	Done     bool                       `json:"done,omitempty"`
	Flag     *bool                      `json:"flag,omitempty"`
	Ratio    float64                    `json:"ratio,omitempty"`
	Price    decimal.Decimal            `json:"price,omitzero"`
	Discount decimal.NullDecimal        `json:"discount,omitzero"`
	Day      Date                       `json:"day,omitzero"`
	At       types.DateTime             `json:"at,omitzero"`
	Unit     *unit                      `json:"unit,omitempty"`
	Plain    unit                       `json:"plain,omitzero"`
	Parent   *record                    `json:"parent,omitempty"`
	Lines    []line                     `json:"lines,omitempty"`
	Pointers []*line                    `json:"pointers,omitempty"`
	Numbers  []int                      `json:"numbers,omitempty"`
	Pair     [2]int                     `json:"pair,omitzero"`
	Table    [][]int                    `json:"table,omitempty"`
	Labels   map[string]string          `json:"labels,omitempty" print:"yes"`
	Units    map[string]unit            `json:"units,omitempty"`
	ByNumber map[int]int                `json:"byNumber,omitempty"`
	ByLetter map[letter]int             `json:"byLetter,omitempty"`
	Code     code                       `json:"code,omitzero"`
	Fields   map[string]json.RawMessage `json:"fields,omitempty"`
	Raw      json.RawMessage            `json:"raw,omitempty"`
	Any      any                        `json:"any,omitempty"`
	Bytes    []byte                     `json:"bytes,omitempty"`

	Surname  string   `json:"surname,omitempty"`
	Surnames []string `json:"surnames,omitempty"`
	Born     Date     `json:"born,omitzero" print:"no"`

	Must      bool              `json:"must"`
	MustDay   Date              `json:"mustDay"`
	MustUnit  *unit             `json:"mustUnit"`
	MustList  []line            `json:"mustList"`
	MustMap   map[string]string `json:"mustMap" print:"yes"`
	MustPrice decimal.Decimal   `json:"mustPrice"`
	NoTag     int
	Ignored   int `json:"-"`
	_         int
}

// shown is what is shown of raw in a field that may be shown.
func shown(raw string) string {
	switch raw {
	case `"abc"`, `"\u0031"`, `"0x10"`, `"1_000"`, `"3x"`, `"twelve"`, `"yes"`, `"TRUE"`, `"tomorrow"`, `"none"`, `"*"`:
		return "REDACTED"
	}
	return raw
}

// The problems that many documents have.
const (
	intAsString    = "a string where a whole number is documented"
	stringAsNumber = "a number where a string is documented"
	intWithPoint   = "a whole number written with a decimal point"
	repeated       = "given more than once, and the last value counts"
)

func fixed(path, raw, problem string) lenient.Warning {
	return lenient.Warning{Path: path, Raw: raw, Problem: problem, Repaired: true}
}

func lost(path, raw, problem string) lenient.Warning {
	return lenient.Warning{Path: path, Raw: raw, Problem: problem}
}

// Documents that need no repair come back byte for byte.
func TestGoodDocumentIsLeftAlone(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{}`,
		` { "id" : 12 , "name":"x","numbers":[ 1 , null ],"lines":[],"table":[[],null]} `,
		`{"id":null,"name":null,"unit":null,"lines":null,"labels":null,"pair":null,"day":null,"price":null,"any":null}`,
		`{"pair":[1,2,"beyond"]}`,
		`{"price":12.50,"discount":"12.50","mustPrice":1e-3,"literal":"1.50","secret":"x"}`,
		`{"price":"1.10","at":"whenever","day":"","pointers":[null,{"id":1}]}`,
		`{"raw":{"a":[1.0,"",[]]},"any":[1.5,"",{}],"fields":{"a":1,"b":[]},"bytes":"aGk=","byNumber":{"1":2}}`,
		`{"name":"\ud800 \u00e9 <&>","labels":{"\"":"\\"}}`,
	} {
		checkDocument[record](t, body, body)
	}
	checkDocument[[]types.PresenceDay](t, `[{"date":"2026-11-20","items":null}]`,
		`[{"date":"2026-11-20","items":null}]`)
	checkDocument[any](t, `[{"a":""}]`, `[{"a":""}]`)
}

func TestPresenceDay(t *testing.T) {
	t.Parallel()
	checkDocument[[]types.PresenceDay](t,
		`[{"items":[{"reservationId":"9007199254740993","reservationNumber":4711,"numOfPersons":""}]}]`,
		`[{"items":[{"reservationId":9007199254740993,"reservationNumber":"4711","numOfPersons":null}]}]`,
		fixed("[0].items[0].reservationId", `"9007199254740993"`, intAsString),
		fixed("[0].items[0].reservationNumber", `4711`, stringAsNumber),
		fixed("[0].items[0].numOfPersons", `""`, "an empty string where a whole number is documented"))
	checkDocument[[]types.PresenceDay](t, `[{"items":[]},{"items":[null]}]`, `[{"items":[]},{"items":null}]`,
		lost("[1].items[0]", `null`, "null where an object is documented"))
	_, err := lenient.Decode([]byte(`[{"items":[]},{"items":[null]}]`), new([]types.PresenceDay),
		lenient.Options{NothingLost: true})
	if want := "[1].items[0] is null where an object is documented"; err == nil || err.Error() != want {
		t.Errorf("got %v where nothing may be lost, want %s", err, want)
	}
}

func TestBodyThatIsNoJSON(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)
	for _, body := range []string{
		"", " ", "{", `{"id":1`, `{"id":01}`, `[1,]`, `{"id":1}{}`, "\ufeff{}", "<html>", "{\"id\":\x00}", deep,
	} {
		repaired, warnings, err := lenient.Repair([]byte(body), reflect.TypeFor[record]())
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) || repaired != nil || warnings != nil {
			t.Errorf("Repair(%.20q) = %s, %v, %v, want a syntax error alone", body, repaired, warnings, err)
		}
	}
}

// checkDocument repairs body for a T and checks what comes back.
func checkDocument[T any](t *testing.T, body, want string, warnings ...lenient.Warning) {
	t.Helper()
	sent := []byte(body)
	got, gotWarnings, err := lenient.Repair(sent, reflect.TypeFor[T]())
	if err != nil {
		t.Errorf("%s: %v", body, err)
		return
	}
	if string(sent) != body {
		t.Errorf("%s: the body was written to: %s", body, sent)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s: repaired document (-want +got):\n%s", body, diff)
	}
	if diff := cmp.Diff(warnings, gotWarnings); diff != "" {
		t.Errorf("%s: warnings (-want +got):\n%s", body, diff)
	}
	if err := json.Unmarshal(got, new(T)); err != nil {
		t.Errorf("%s: the repaired document %s does not decode: %v", body, got, err)
	}
}

// checkError checks that body cannot be repaired for a T, and why.
func checkError[T any](t *testing.T, body, want string) {
	t.Helper()
	repaired, warnings, err := lenient.Repair([]byte(body), reflect.TypeFor[T]())
	var unreadable *lenient.Error
	if !errors.As(err, &unreadable) || repaired != nil || warnings[len(warnings)-1] != unreadable.Warning {
		t.Errorf("%s: got %s, %v and error %v, want an *Error, and its warning last", body, repaired, warnings, err)
		return
	}
	if err.Error() != want {
		t.Errorf("%s: error %q, want %q", body, err, want)
	}
}
