// SPDX-License-Identifier: MIT

package calls_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var east, west = time.FixedZone("", 11*3600), time.FixedZone("", -11*3600)

// inAnotherZone keeps the day, which the server in memory takes as it is written. In the west the zero time is in the
// year 0.
func inAnotherZone(t time.Time) time.Time {
	if t.IsZero() {
		return t.In(west)
	}
	return t.In(east)
}

// spellings are the ways in which programs make the same values, apart from those of package testclient. Each is given the
// params of every operation, its body, and all that they hold.
var spellings = []struct {
	name   string
	change func(value any)
}{
	{"a date of ParseDate, of a day", dates(func(d types.Date) types.Date { return must(types.ParseDate(d.String())) })},
	{"a date of ParseDate, of a date-time", dates(func(d types.Date) types.Date { return must(types.ParseDate(d.String() + "T23:30:00-05:00")) })},
	{"a date of DateOf", dates(func(d types.Date) types.Date {
		return types.DateOf(time.Date(d.Year, d.Month, d.Day, 23, 30, 0, 7, west))
	})},
	{"a date of JSON", dates(func(d types.Date) types.Date { return read[types.Date](d.Midnight().In(time.UTC)) })},
	{"a date of a record", dates(func(d types.Date) types.Date {
		return read[types.Guest](map[string]any{"id": 7, "birthDate": d.String() + " 14:30"}).BirthDate
	})},
	{"a date of a date-time", dates(func(d types.Date) types.Date { return d.DateTime().DateAsWritten() })},
	{"a date and a time that are null in JSON", func(value any) {
		switch v := value.(type) {
		case *types.Date:
			orNull(v, v.IsZero())
		case *types.DateTime:
			orNull(v, v.IsZero())
		case *types.Decimal:
			orNull(v, !v.Given())
		}
	}},
	{"a decimal with a sign", decimals("+%s")},
	{"a decimal with a point", decimals("%s.")},
	{"a decimal with zeros", decimals("00%s.00")},
	{"a decimal with an exponent", decimals("%se0")},
	{"a time in another zone", times(inAnotherZone)},
	{"a time in UTC by another name", times(func(t time.Time) time.Time { return t.In(time.FixedZone("UTC", 0)) })},
	{"a time with a monotonic clock", times(func(t time.Time) time.Time { now := time.Now(); return now.Add(t.Sub(now)) })},
	{"a pointer to a copy", func(value any) {
		if v := reflect.ValueOf(value).Elem(); v.Kind() == reflect.Pointer && !v.IsNil() {
			copied := reflect.New(v.Type().Elem())
			copied.Elem().Set(v.Elem())
			v.Set(copied)
		}
	}},
	{"an empty list or map in place of nil", func(value any) {
		switch v := reflect.ValueOf(value).Elem(); {
		case v.Kind() == reflect.Slice && v.Type() == reflect.TypeFor[[]string]() && v.IsNil():
			v.Set(reflect.MakeSlice(v.Type(), 0, 1))
		case v.Kind() == reflect.Map && v.IsNil():
			v.Set(reflect.MakeMap(v.Type()))
		}
	}},
	{"params and a body of JSON", func(value any) {
		v := reflect.ValueOf(value).Elem()
		if name := v.Type().Name(); v.Kind() != reflect.Struct || !strings.HasSuffix(name, "Params") && !strings.HasSuffix(name, "Update") {
			return
		}
		stored, kept := map[string]any{}, reflect.New(v.Type()).Elem()
		for i, field := range reflect.VisibleFields(v.Type()) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			switch {
			case name == "-": // a token, or Extra, which is in the JSON of a body
				kept.Field(i).Set(v.Field(i))
			case field.Type.Kind() != reflect.Func:
				stored[cmp.Or(name, field.Name)] = v.Field(i).Interface()
			}
		}
		v.Set(kept)
		if err := json.Unmarshal(must(json.Marshal(stored)), value); err != nil {
			panic(err)
		}
	}},
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// read reads a value as JSON.
func read[T any](value any) (v T) {
	if err := json.Unmarshal(must(json.Marshal(value)), &v); err != nil {
		panic(err)
	}
	return v
}

func orNull[T any](v *T, zero bool) {
	if zero {
		*v = read[T](nil)
	}
}

func dates(same func(types.Date) types.Date) func(any) {
	return func(value any) {
		if d, ok := value.(*types.Date); ok && !d.IsZero() {
			*d = same(*d)
		}
	}
}

func decimals(format string) func(any) {
	return func(value any) {
		switch d := value.(type) {
		case *types.Decimal:
			if d.Given() {
				*d = types.MustDecimal(fmt.Sprintf(format, d))
			}
		case *types.Number:
			if d.Given() {
				*d = types.MustNumber(fmt.Sprintf(format, d))
			}
		}
	}
}

func times(same func(time.Time) time.Time) func(any) {
	return func(value any) {
		switch t := value.(type) {
		case *time.Time:
			if *t = inAnotherZone(*t); !t.IsZero() {
				*t = same(*t)
			}
		case *types.DateTime:
			if at, ok := t.Time(); ok {
				*t = types.NewDateTime(same(at))
			}
		}
	}
}

// came is what was sent in a call, and what came back.
type came struct {
	Sent     []string
	Back     string
	Response string
}

// TestSpellings makes every call with every spelling, and by every kind of client.
func TestSpellings(t *testing.T) {
	for _, call := range testclient.Calls() {
		for _, call.All = range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, all params %t", call.Name, call.All), func(t *testing.T) {
				want := makeCall(t, call, nil, false)
				for _, s := range spellings {
					call.Change = func(v reflect.Value) { s.change(v.Addr().Interface()) }
					if diff := gocmp.Diff(want, makeCall(t, call, nil, false)); diff != "" {
						t.Errorf("%s (-usual +other):\n%s", s.name, diff)
					}
				}
				call.Change = nil
				for name, client := range clients {
					if diff := gocmp.Diff(want, makeCall(t, call, client, true)); diff != "" {
						t.Errorf("%s, with the options in another order (-usual +other):\n%s", name, diff)
					}
				}
			})
		}
	}
}

var oneAtATime = reservations.WithMaxConcurrency(1) // so that a list takes the same requests again

// clients make the same client in other ways.
var clients = map[string]func(t *testing.T, srv *reservationstest.Server, opts []reservations.Option) *reservations.Client{
	"NewClientFromEnv": func(t *testing.T, srv *reservationstest.Server, opts []reservations.Option) *reservations.Client {
		t.Setenv("RESERVATIONS_BASE_URL", "https://api.example.com/")
		t.Setenv("RESERVATIONS_API_KEY", reservationstest.Key)
		t.Setenv("RESERVATIONS_ORGANIZATION", "1")
		return must(reservations.NewClientFromEnv(append(opts, oneAtATime, reservations.WithHTTPClient(&http.Client{Transport: srv}))...))
	},
	"With": func(t *testing.T, srv *reservationstest.Server, opts []reservations.Option) *reservations.Client {
		return must(testclient.Over(t, srv, reservations.WithUserAgent("first/1"), oneAtATime).With(opts...))
	},
}

// makeCall makes a call in virtual time, so that what is written at a time is the same again.
func makeCall(t *testing.T, call testclient.Call, client func(*testing.T, *reservationstest.Server, []reservations.Option) *reservations.Client, reversed bool) (c came) {
	t.Helper()
	srv := testclient.Server(7, 8, 9, 10, 11, 12)
	srv.SetBookings(testclient.Present(8)...)
	opts := []reservations.Option{
		reservations.WithOrganization(1), reservations.WithUserAgent("night/1"), reservations.WithStrict(),
	}
	var response reservations.Response
	callOpts := []reservations.CallOption{
		reservations.WithHeader("X-Trace", "7"), reservations.WithHeader("X-Other", "o"), reservations.WithResponseInto(&response),
	}
	if reversed {
		slices.Reverse(opts)
		slices.Reverse(callOpts)
	}
	if client == nil {
		client = func(t *testing.T, srv *reservationstest.Server, opts []reservations.Option) *reservations.Client {
			return testclient.Over(t, srv, append(opts, oneAtATime)...)
		}
	}
	made := client(t, srv, opts)
	synctest.Test(t, func(t *testing.T) {
		got, err := call.Do(t.Context(), made, callOpts...)
		c.Back = plain(fmt.Sprint(string(must(json.Marshal(got))), err))
	})
	c.Response = plain(fmt.Sprint(response.StatusCode, string(response.Body)))
	for _, r := range srv.Requests() {
		query := must(url.QueryUnescape(r.Query.Encode()))
		c.Sent = append(c.Sent, plain(fmt.Sprint(r.Method, " ", r.Path, "?", query, " ", string(r.Body), r.Header["X-Trace"], r.Header["X-Other"], r.Header["User-Agent"])))
	}
	return c
}

var (
	anyTime = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`)
	zerosOf = regexp.MustCompile(`(\d)\.0+\b`)
)

// plain writes times in UTC, and numbers without zeros at their ends.
func plain(text string) string {
	text = anyTime.ReplaceAllStringFunc(text, func(at string) string { return must(time.Parse(time.RFC3339, at)).UTC().Format(time.RFC3339Nano) })
	return zerosOf.ReplaceAllString(text, "$1")
}
