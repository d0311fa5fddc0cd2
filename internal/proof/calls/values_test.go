// SPDX-License-Identifier: MIT

package calls_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// A spelling makes a value in another way, and reports whether it has. It gets the addresses of params, of a body, and of all that
// they hold. For example "a date of DateOf" makes the Date 2026-07-06 of a time.Time, and the operation has to send it as before.
type spelling func(value any) bool

// made makes values of a type in another way, unless they are zero.
func made[T any](same func(T) T) spelling {
	return func(value any) bool {
		v, ok := value.(*T)
		if ok = ok && !reflect.ValueOf(*v).IsZero(); ok {
			*v = same(*v)
		}
		return ok
	}
}

// either makes values of two types.
func either(a, b spelling) spelling { return func(v any) bool { return a(v) || b(v) } }

// digits makes a number of another text of it.
func digits(format string) spelling {
	return either(made(func(d types.Decimal) types.Decimal { return types.MustDecimal(fmt.Sprintf(format, d)) }),
		made(func(d types.Number) types.Number { return types.MustNumber(fmt.Sprintf(format, d)) }))
}

func times(same func(time.Time) time.Time) spelling {
	return either(made(same), made(func(d types.DateTime) types.DateTime {
		at, _ := d.Time()
		return types.NewDateTime(same(at))
	}))
}

var east, west = time.FixedZone("", 11*3600), time.FixedZone("", -11*3600)

// kept has a value of each type that calls share.
var kept = map[reflect.Type]reflect.Value{}

var spellings = map[string]spelling{
	"a date of ParseDate, of a day":       made(func(d types.Date) types.Date { return testkit.Must(types.ParseDate(d.String())) }),
	"a date of ParseDate, of a date-time": made(func(d types.Date) types.Date { return testkit.Must(types.ParseDate(d.String() + "T23:30:00-05:00")) }),
	"a date of DateOf": made(func(d types.Date) types.Date {
		return types.DateOf(time.Date(d.Year, d.Month, d.Day, 23, 30, 0, 7, west))
	}),
	"a date of JSON":             made(func(d types.Date) types.Date { return readAs[types.Date](d.Midnight().In(time.UTC)) }),
	"a date of a date-time":      made(func(d types.Date) types.Date { return d.DateTime().DateAsWritten() }),
	"a decimal with a sign":      digits("+%s"),
	"a decimal with a point":     digits("%s."),
	"a decimal with zeros":       digits("00%s.00"),
	"a decimal with an exponent": digits("%se0"),
	// The day stays, which the server in memory takes as it is written.
	"a time in another zone":        times(func(t time.Time) time.Time { return t.In(east) }),
	"a time in UTC by another name": times(func(t time.Time) time.Time { return t.In(time.FixedZone("UTC", 0)) }),
	"a time with a monotonic clock": times(func(t time.Time) time.Time { now := time.Now(); return now.Add(t.Sub(now)) }),
	"no time in the west, which is in the year 0": func(value any) bool {
		t, ok := value.(*time.Time)
		if ok = ok && t.IsZero(); ok {
			*t = t.In(west)
		}
		return ok
	},
	"params and a body that calls share": func(value any) bool {
		v := reflect.ValueOf(value).Elem()
		if v.Kind() != reflect.Pointer && v.Kind() != reflect.Slice || v.IsNil() {
			return false
		}
		if _, found := kept[v.Type()]; !found {
			kept[v.Type()] = v
		}
		v.Set(kept[v.Type()])
		return true
	},
	"an empty list or map in place of nil": func(value any) bool {
		switch v := reflect.ValueOf(value).Elem(); {
		case v.Type() == reflect.TypeFor[[]string]() && v.IsNil():
			v.Set(reflect.MakeSlice(v.Type(), 0, 1))
		case v.Kind() == reflect.Map && v.IsNil():
			v.Set(reflect.MakeMap(v.Type()))
		default:
			return false
		}
		return true
	},
}

// TestASpellingChangesNothing: every call, with every spelling of its values, sends the same and gets the same back.
func TestASpellingChangesNothing(t *testing.T) {
	used := map[string]bool{}
	for _, call := range testclient.Calls() {
		call.Fill = func(_ reflect.Type, field reflect.StructField, _ reflect.Value) bool {
			return field.Name == "Organization"
		} // that of the client
		for _, call.All = range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, all params %t", call.Name, call.All), func(t *testing.T) {
				want := makeCall(t, call)
				for name, other := range spellings {
					found := false
					call.Change = func(v reflect.Value) { found = other(v.Addr().Interface()) || found }
					for i := 2; i < call.Method.Type.NumIn()-1; i++ { // between the context and the options
						call.Value(call.Method.Type.In(i))
					}
					if !found {
						continue
					}
					used[name] = true
					if diff := cmp.Diff(want, makeCall(t, call)); diff != "" {
						t.Errorf("%s (-usual +other):\n%s", name, diff)
					}
				}
			})
		}
	}
	if len(used) != len(spellings) {
		t.Errorf("of %d spellings, calls have only %v", len(spellings), used)
	}
}

// pagedServer returns a server with several pages of each list and of the register.
func pagedServer() *reservationstest.Server {
	srv := testclient.Server(7, 8, 9, 10, 11, 12)
	srv.SetBookings(testclient.Present(8)...)
	return srv
}

// makeCall returns what came back and what was sent. The time is virtual, so that it is the same again.
func makeCall(t *testing.T, call testclient.Call) (came []string) {
	t.Helper()
	srv := pagedServer()
	c := testclient.Over(t, srv, reservations.WithOrganization(1), reservations.WithStrict(), oneAtATime)
	synctest.Test(t, func(t *testing.T) {
		got, err := call.Do(t.Context(), c)
		came = append(came, plain(fmt.Sprint(string(testkit.Must(json.Marshal(got))), err)))
	})
	for _, r := range srv.Requests() {
		query := testkit.Must(url.QueryUnescape(r.Query.Encode()))
		came = append(came, plain(fmt.Sprint(r.Method, " ", r.Path, "?", query, " ", string(r.Body))))
	}
	return came
}

// oneAtATime lets a list take the same requests again.
var oneAtATime = reservations.WithMaxConcurrency(1)

var (
	anyTime = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`)
	zerosOf = regexp.MustCompile(`(\d)\.0+\b`)
)

// plain writes times in UTC, and numbers without zeros at their ends.
func plain(text string) string {
	text = anyTime.ReplaceAllStringFunc(text, func(at string) string {
		return testkit.Must(time.Parse(time.RFC3339, at)).UTC().Format(time.RFC3339Nano)
	})
	return zerosOf.ReplaceAllString(text, "$1")
}

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

// TestADateIsItsDayInEverySpelling: a DateTime also keeps its text. What cannot be read is absent with a warning
// where the field is optional, and an error where it is required, in the register, and in a strict call.
func TestADateIsItsDayInEverySpelling(t *testing.T) {
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
	if diff := cmp.Diff(want.Elem().Interface(), got); diff != "" || err != nil || errOfUsual != nil {
		t.Errorf("%v, %v; read (-as usual +got):\n%s", err, errOfUsual, diff)
	}
}

// TestStrictCallsLeaveNothingOut: the client may be strict, or the call. Others have a warning instead of an error.
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
	var seen observed
	var read map[string]string
	responds := testclient.Responds(200, "application/json", "{\"a\":\"\xd6\"}")
	request := reservations.Request{Method: "GET", Path: "/a"}
	err := testclient.Over(t, responds, seen.hooks()).Do(ctx, request, &read)
	if err != nil || read["a"] != "\ufffd" || len(seen.warnings) != 1 {
		t.Errorf("%v: Do gets %q and the warnings %v, want one", err, read, seen.warnings)
	}
	wantError(t, testclient.Over(t, responds, strict).Do(ctx, request, &read), "UTF-8")
}
