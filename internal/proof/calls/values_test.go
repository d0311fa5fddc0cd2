// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// What the JSON of the table below is: this day, no date, or nothing that can be read.
const day, noDate, unreadable = "2026-11-20", "", "unreadable"

// spelled is JSON in the place of a date. FuzzAgainstReference of package types has all other spellings.
var spelled = map[string][]string{
	day: {
		`"2026-11-20"`, `"20261120"`, `20261120`, `"2026-11-20 14:30:15"`, `"20261120t1430z"`,
		`"2026-11-20T00:00:00+02:00"`, `"2026-11-20T23:30:00-0200"`, // in UTC the day before, and the day after
	},
	noDate:     {`null`, `""`, `"0000-00-00"`, `"0000-00-00 00:00:00"`, `"00000000"`, `"-0001-11-30T00:00:00+00:19"`},
	unreadable: {`"soon"`, `"2026-02-30"`, `"2026-11-20T24:00:00Z"`, `"+202-11-20"`, `" "`, `7`, `{}`, `[]`, `true`},
}

// place is a response with DATE in place of a Date, or TIME in place of a DateTime, and the method that reads it.
type place struct {
	method, body string
	isOptional   bool
}

// TestDatesAreDays reads each spelling in every kind of place. A Date is the day, whatever its spelling. A DateTime
// keeps its text. What cannot be read is absent with a warning where the field is optional, and an error where it is
// required, in the register, and in a strict call.
func TestDatesAreDays(t *testing.T) {
	const register, item = "Reports.Presence", `[{"date":"2026-07-06","items":[{"reservationId":7,"numOfPersons":2,`
	for _, p := range []place{
		{"Guests.Get", `{"id":7,"birthDate":DATE}`, true},
		{"Guests.Get", `{"id":7,"modified":TIME}`, true},
		{"Guests.Get", `{"id":7,"created":TIME}`, false},
		{"Reservations.SummariesPage", `[{"id":7,"guest":{"birthDate":DATE}}]`, true},
		{"Reservations.SummariesPage", `[{"id":7,"dateFrom":TIME}]`, true},
		{register, item + `"reservationDateTo":DATE}]}]`, false},
		{register, item + `"modified":TIME}]}]`, false},
	} {
		for is, spellings := range spelled {
			for _, sent := range spellings {
				t.Run(sent+"/"+p.body, func(t *testing.T) { p.check(t, sent, is) })
			}
		}
	}
}

func (p place) check(t *testing.T, sent, is string) {
	var seen observed
	body := strings.NewReplacer("DATE", sent, "TIME", sent).Replace(p.body)
	c := testclient.Over(t, testclient.Responds(200, "application/json", body, "X-Total-Count", "1"), seen.hooks())
	got, err := testclient.CallOf(p.method).Do(t.Context(), c)
	if warned := strings.Contains(fmt.Sprint(seen.warnings), "where a date"); warned != (is == unreadable) {
		t.Errorf("got the warnings %v, want one that a date cannot be read: %t", seen.warnings, is == unreadable)
	}
	_, errOfStrict := testclient.CallOf(p.method).Do(t.Context(), c, reservations.WithCallStrict())
	if failed := errors.As(errOfStrict, new(*reservations.DecodeError)); failed != (is == unreadable) {
		t.Errorf("a strict call gets %v, want a DecodeError: %t", errOfStrict, is == unreadable)
	}
	if is == unreadable && !p.isOptional {
		if !errors.As(err, new(*reservations.DecodeError)) {
			t.Errorf("got %v, want a DecodeError", err)
		}
		return
	}
	usual := strings.NewReplacer("DATE", "null", "TIME", "null")
	if is == day {
		usual = strings.NewReplacer("DATE", `"`+day+`"`, "TIME", `"`+strings.Trim(sent, `"`)+`"`)
	}
	want := reflect.New(reflect.TypeOf(got))
	errOfUsual := json.Unmarshal([]byte(usual.Replace(p.body)), want.Interface())
	if diff := gocmp.Diff(want.Elem().Interface(), got); diff != "" || err != nil || errOfUsual != nil {
		t.Errorf("%v, %v; read (-as usual +got):\n%s", err, errOfUsual, diff)
	}
}

// TestWarningsAreCounted by field and problem, whatever the place and the value, for the hook and in the
// log. Those of a failure are those before the value that makes the call fail, and that value. Package lenient has
// every problem.
func TestWarningsAreCounted(t *testing.T) {
	const entry = `{"id":1,"name":"x","email":7,"created":"2026-11-20T00:00:00Z"}`
	const text = `problem="a string where a whole number is documented"`
	const summaries, members = "Reservations.SummariesPage", "Tasks.StaffMembers"
	for name, test := range map[string]struct {
		method, body string
		failed       string   // where the value that makes the call fail is
		want         []string // the counts, and where the first is
	}{
		"in every record": {summaries, `[{"id":"1"},{"id":"x"},{"id":"3"},{"id":4.0}]`, "", []string{
			"[].id " + text + " read=true count=2 first=[0].id", "[].id " + text + " read=false count=1 first=[1].id",
			`[].id problem="a whole number written with a decimal point" read=true count=1 first=[3].id`}},
		"the whole document": {summaries, `"Jansen"`, "the document", []string{
			`"" problem="a string where an array is documented" read=false count=1 first=""`}},
		"a required field": {members, `[` + entry + `,{"id":"Jansen"}]`, "[1].id", []string{
			`[].email problem="a number where a string is documented" read=true count=1 first=[0].email`,
			"[].id " + text + " read=false count=1 first=[1].id"}},
	} {
		t.Run(name, func(t *testing.T) {
			var seen observed
			var log bytes.Buffer
			var resp reservations.Response
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body), seen.hooks(), logTo(&log))
			_, err := testclient.CallOf(test.method).Do(t.Context(), c, reservations.WithResponseInto(&resp))
			wantError(t, err, test.failed)
			var counted, logged []string
			for _, w := range seen.warnings {
				counted = append(counted, fmt.Sprintf("%s problem=%q read=%t count=%d ", cmp.Or(w.Field, `""`), w.Problem, w.Read, w.Count))
			}
			for _, record := range regexp.MustCompile(`warning" .* field=(.*)`).FindAllStringSubmatch(log.String(), -1) {
				logged = append(logged, record[1])
			}
			if !slices.Equal(test.want, logged) || !slices.EqualFunc(test.want, counted, strings.HasPrefix) || strings.Contains(log.String(), "Jansen") {
				t.Errorf("the hook gets %q, and what is logged is %q, perhaps with what was sent; want %q", counted, logged, test.want)
			}
			last := resp.Warnings[len(resp.Warnings)-1]
			if bad, ok := errors.AsType[*reservations.DecodeError](err); ok && last.Path != bad.Field {
				t.Errorf("the last warning is about %s, the error about %s", last.Path, bad.Field)
			}
		})
	}
}

// TestStrictCallsLeaveNothingOut, where only the client, only the call, or nobody asked for that.
func TestStrictCallsLeaveNothingOut(t *testing.T) {
	ctx, strict := t.Context(), reservations.WithStrict()
	for body, says := range map[string]string{
		`{"id":"7","birthDate":20261120}`:      "", // read
		`{"id":7,"returning":"perhaps"}`:       "returning is ",
		`{"id":7,"surname":"a","Surname":"b"}`: "surname is ",
		`{"id":7,"unknown":{"text":"\ud83d"}}`: "the document is ",
	} {
		t.Run(body, func(t *testing.T) {
			responds := testclient.Responds(200, "application/json", body)
			wantError(t, only(testclient.Over(t, responds).Guests.Get(ctx, 7)), "")
			wantError(t, only(testclient.Over(t, responds, strict).Guests.Get(ctx, 7)), says)
			wantError(t, only(testclient.Over(t, responds).Guests.Get(ctx, 7, reservations.WithCallStrict())), says)
		})
	}
	c := testclient.Over(t, testclient.Responds(200, "application/json", "{\"a\":\"\xd6\"}"), strict)
	wantError(t, c.Do(ctx, reservations.Request{Method: "GET", Path: "/a"}, new(any)), "UTF-8")
}

// TestWarningsOfAListAreCountedOnce, although pages overlap: each of the records has one price that cannot be read.
func TestWarningsOfAListAreCountedOnce(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer()
	srv.Inject("reservations.summaries", reservationstest.Always(),
		reservationstest.Replace(`"totalPrice":700.00,"balance"`, `"totalPrice":"much","balance"`))
	all := testclient.CallOf("Reservations.AllSummaries")
	for records := range 8 {
		for all.Limit = 1; all.Limit <= 4; all.Limit++ {
			var seen observed
			list, err := all.Do(t.Context(), testclient.Over(t, srv, seen.hooks()))
			counted := 0
			for _, w := range seen.warnings {
				counted += w.Count
			}
			if err != nil || reflect.ValueOf(list).Len() != records || counted != records {
				t.Errorf("%d records in pages of %d: got %v, %v and %d warnings", records, all.Limit, list, err, counted)
			}
		}
		srv.Put(reservationstest.NewSummary(int64(records + 1)))
	}
}
