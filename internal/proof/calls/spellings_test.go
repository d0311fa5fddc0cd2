// SPDX-License-Identifier: MIT

package calls_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// A spelling is a way in which programs make the same values. It is given the params of an operation, its body, and all that
// they hold, by their addresses. It reports whether it has made one in another way.
//
// For example "a date of DateOf" makes the Date 2026-07-06 of a time.Time, and the operation has to send 2026-07-06 as before.
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
func either(a, b spelling) spelling {
	return func(value any) bool { return a(value) || b(value) }
}

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
	"a date of ParseDate, of a day":       made(func(d types.Date) types.Date { return must(types.ParseDate(d.String())) }),
	"a date of ParseDate, of a date-time": made(func(d types.Date) types.Date { return must(types.ParseDate(d.String() + "T23:30:00-05:00")) }),
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

// TestSpellings makes every call with every spelling: the same is sent, and the same comes back.
func TestSpellings(t *testing.T) {
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

// makeCall makes a call in virtual time, so that what is written at a time is the same again. It returns what came back, and
// what was sent.
func makeCall(t *testing.T, call testclient.Call) (came []string) {
	t.Helper()
	srv := pagedServer()
	c := testclient.Over(t, srv, reservations.WithOrganization(1), reservations.WithStrict(), oneAtATime)
	synctest.Test(t, func(t *testing.T) {
		got, err := call.Do(t.Context(), c)
		came = append(came, plain(fmt.Sprint(string(must(json.Marshal(got))), err)))
	})
	for _, r := range srv.Requests() {
		query := must(url.QueryUnescape(r.Query.Encode()))
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
	text = anyTime.ReplaceAllStringFunc(text, func(at string) string { return must(time.Parse(time.RFC3339, at)).UTC().Format(time.RFC3339Nano) })
	return zerosOf.ReplaceAllString(text, "$1")
}
