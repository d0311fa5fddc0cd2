// SPDX-License-Identifier: MIT

package phone

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

var now = time.Date(2026, time.November, 20, 9, 30, 0, 0, time.UTC)

// ringing is a call without a mistake.
func ringing(change func(*call)) call {
	c := call{reference: "42", status: "ringing", direction: "in", from: "+44 1632 960001", to: "101", beganText: "now"}
	change(&c)
	return c
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		change func(*call)
		want   string // "" for no error
	}{
		{"ringing", func(*call) {}, ""},
		{"a note alone", func(c *call) { *c = call{reference: "42", reservation: 7, note: "Late."} }, ""},
		{"a call with a note", func(c *call) { c.reservation, c.note = 7, "Late." }, ""},
		{"the clock of the telephone is a little fast", func(c *call) { c.beganText = "2026-11-20T09:30:30Z" }, ""},
		{"no reference", func(c *call) { c.reference = "" }, "--reference is missing"},
		{"nothing", func(c *call) { *c = call{reference: "42"} }, "nothing to send"},
		{"no number that was called", func(c *call) { c.to = "" }, "needs --status, --from, --to and --began"},
		{"a time alone", func(c *call) { *c = call{reference: "42", endedText: "now"} }, "needs --status"},
		{"another state", func(c *call) { c.status = "talking" }, "--status"},
		{"another way", func(c *call) { c.direction = "up" }, "--direction"},
		{"letters as a number", func(c *call) { c.from = "abc" }, "--from"},
		{"a sign as a number", func(c *call) { c.to = "+" }, "--to"},
		{"a time without a zone", func(c *call) { c.beganText = "2026-11-20T09:30:00" }, "--began"},
		{"a time to come", func(c *call) { c.beganText = "2026-11-20T09:31:01Z" }, "--began is in the future"},
		{"answered before it rang", func(c *call) { c.answeredText = "2026-11-20T09:29:59Z" }, "--answered is before --began"},
		{"ended before it was answered", func(c *call) {
			c.beganText, c.answeredText, c.endedText = "2026-11-20T09:00:00Z", "now", "2026-11-20T09:10:00Z"
		}, "--ended is before --answered"},
		{"a note without a reservation", func(c *call) { c.note = "Late." }, "belong together"},
		{"an empty note", func(c *call) { c.reservation, c.note = 7, " " }, "belong together"},
		{"a negative reservation", func(c *call) { c.reservation, c.note = -7, "Late." }, "positive id"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := ringing(test.change)
			err := c.check(now)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got error %v, want %q", err, test.want)
			}
		})
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	c := ringing(func(c *call) {
		c.status, c.beganText = "hangup", "2026-11-20T10:20:00+01:00"
		c.answeredText, c.endedText = "2026-11-20T09:20:08Z", "2026-11-20T09:21:38Z"
		c.reservation, c.note = 7, " Late. "
	})
	if err := c.check(now); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"reference":"42","event":"call","source":"+44 1632 960001","destination":"101","status":"hangup","direction":"in",` +
			`"beginDate":"2026-11-20T09:20:00Z","endDate":"2026-11-20T09:21:38Z","answerDate":"2026-11-20T09:20:08Z","answered":true,"duration":90}`,
		`{"reference":"42-note","event":"reservation-change-note","notes":"Late.","reservation":{"id":7}}`,
	}
	got := c.events()
	if len(got) != len(want) {
		t.Fatalf("got %d events, want %d", len(got), len(want))
	}
	for i := range want {
		if text, err := json.Marshal(got[i]); err != nil || string(text) != want[i] {
			t.Errorf("event %d: error %v\ngot  %s\nwant %s", i, err, text, want[i])
		}
	}
}
