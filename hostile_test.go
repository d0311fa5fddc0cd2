//go:build !race

package reservations_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// hostileTarget is something that a response is read into. In its frames, which are documents of
// the kind that it reads, V stands for a hostile value.
type hostileTarget struct {
	name   string
	status int
	frames []string
	call   func(context.Context, *reservations.Client) error
}

var hostileTargets = []hostileTarget{
	{"record", 200, []string{`V`, `{"id":V}`, `{"id":1,"attachments":V}`, `{"id":1,"customFields":V}`, `{"id":1,"new":V}`},
		func(ctx context.Context, c *reservations.Client) error {
			_, err := c.Guests.Get(ctx, 7)
			return err
		}},
	{"list", 200, []string{`V`, `[V]`, `[{"id":1,"unitPrice":V}]`},
		func(ctx context.Context, c *reservations.Client) error {
			_, err := c.Supplements.Page(ctx, reservations.SupplementsParams{Organization: 1})
			return err
		}},
	{"bulk list", 200, []string{`V`, `[V]`, `[{"id":1,"guests":V}]`, `[{"id":1,"totalPrice":V}]`, `[{"id":1,"date":V}]`, `[{"id":1,"new":V}]`},
		func(ctx context.Context, c *reservations.Client) error {
			_, err := c.Reservations.SummariesPage(ctx, reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: to})
			return err
		}},
	{"register", 200, []string{`V`, `[{"items":V}]`, `[{"items":[{"numOfPersons":V,"new":V}]}]`},
		func(ctx context.Context, c *reservations.Client) error {
			_, err := c.Reports.PresencePage(ctx, reservations.PresenceParams{DateFrom: parkFrom})
			return err
		}},
	{"error body", 400, []string{`V`, `{"description":V}`, `{"errors":{"limit":V}}`},
		func(ctx context.Context, c *reservations.Client) error {
			_, err := c.Guests.Get(ctx, 7)
			return err
		}},
	{"error body of a success", 200, []string{`{"statusCode":V,"errors":V}`},
		func(ctx context.Context, c *reservations.Client) error { return c.Webhooks.Delete(ctx, 7) }},
	{"Do into any", 200, []string{`V`}, do[any]},
	{"Do into a map", 200, []string{`{"new":V}`}, do[map[string]any]},
	{"Do into raw JSON", 200, []string{`V`}, do[json.RawMessage]},
	{"Do into a record", 200, []string{`{"guests":V,"totalPrice":V}`, `{"new":V}`}, do[types.ReservationSummary]},
}

func do[T any](ctx context.Context, c *reservations.Client) error {
	var out T
	return c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/things"}, &out)
}

// hostileValues are long or deep. Each is of n parts.
var hostileValues = []struct {
	name  string
	n     int
	value func(n int) string
}{
	{"digits", 1_000_000, func(n int) string { return strings.Repeat("7", n) }},
	{"digits of a fraction", 1_000_000, func(n int) string { return "0." + strings.Repeat("7", n) }},
	{"digits of an exponent", 1_000_000, func(n int) string { return "1e" + strings.Repeat("7", n) }},
	{"digits in a string", 1_000_000, func(n int) string { return `"` + strings.Repeat("7", n) + `"` }},
	{"exponent", 1, func(int) string { return `1e999999999` }},
	{"negative exponent", 1, func(int) string { return `1e-999999999` }},
	{"exponent beyond 32 bits", 1, func(int) string { return `1e2147483648` }},
	{"exponent in a string", 1, func(int) string { return `"-1e-2147483649"` }},
	{"nested arrays", 100_000, func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }},
	{"nested objects", 100_000, func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }},
	{"nested fields of the type", 20_000, func(n int) string { return strings.Repeat(`{"guests":[`, n) + strings.Repeat("]}", n) }},
	{"nested as deep as JSON may be", 9_990, func(n int) string { return strings.Repeat(`[`, n) + strings.Repeat("]", n) }},
	{"leaves behind deep names", 4_990, func(n int) string {
		return strings.Repeat(`{"a":`, n) + "[" + strings.Repeat("1,", n) + "1]" + strings.Repeat("}", n)
	}},
	{"leaves in deep arrays", 9_980, func(n int) string {
		return strings.Repeat(`[`, n) + strings.Repeat("1,", n) + "1" + strings.Repeat("]", n)
	}},
	{"leaves behind a long name", 20_000, func(n int) string {
		return `{"` + strings.Repeat("k", n) + `":[` + strings.Repeat("1,", n/2) + "1]}"
	}},
	{"open arrays", 100_000, func(n int) string { return strings.Repeat("[", n) }},
	{"open objects", 100_000, func(n int) string { return strings.Repeat(`{"":`, n) }},
	{"empty arrays", 110_000, func(n int) string { return "[" + strings.Repeat("[],", n) + "[]]" }},
	{"empty objects", 110_000, func(n int) string { return "[" + strings.Repeat("{},", n) + "{}]" }},
	{"fewer empty objects", 30_000, func(n int) string { return "[" + strings.Repeat("{},", n) + "{}]" }},
	{"nulls", 110_000, func(n int) string { return "[" + strings.Repeat("null,", n) + "null]" }},
	{"commas", 110_000, func(n int) string { return "[" + strings.Repeat(",", n) + "]" }},
	{"keys", 110_000, manyKeys},
	{"fewer keys", 20_000, manyKeys},
	{"one key again and again", 30_000, func(n int) string { return `{"id":1` + strings.Repeat(`,"id":2`, n) + `}` }},
	{"one odd key again and again", 10_000, func(n int) string { return `{"id":"1"` + strings.Repeat(`,"id":"2"`, n) + `}` }},
	{"one key in two cases", 10_000, func(n int) string { return `{"id":1` + strings.Repeat(`,"ID":2,"iD":3`, n) + `}` }},
	{"odd elements", 5_000, func(n int) string { return `[` + strings.Repeat(`{"id":"1"},`, n) + `{}]` }},
	{"elements with a new field", 10_000, func(n int) string { return `[` + strings.Repeat(`{"x":1},`, n) + `{}]` }},
	{"string", 1_000_000, func(n int) string { return `"` + strings.Repeat("x", n) + `"` }},
	{"string of escapes", 50_000, func(n int) string { return `"` + strings.Repeat(`\u0000`, n) + `"` }},
	{"string of backslashes", 200_000, func(n int) string { return `"` + strings.Repeat(`\\`, n) + `"` }},
	{"string of quotes", 200_000, func(n int) string { return `"` + strings.Repeat(`\"`, n) + `"` }},
	{"string of lone surrogates", 50_000, func(n int) string { return `"` + strings.Repeat(`\ud800`, n) + `"` }},
	{"string of invalid UTF-8", 200_000, func(n int) string { return `"` + strings.Repeat("\xff", n) + `"` }},
	{"open string", 200_000, func(n int) string { return `"` + strings.Repeat(`x`, n) }},
	{"white space", 200_000, func(n int) string { return strings.Repeat(" \n", n/2) }},
	{"NUL", 200_000, func(n int) string { return strings.Repeat("\x00", n) }},
	{"nights behind a long one", 20_000, func(n int) string {
		return `[{"items":[` + strings.Repeat(`{},`, n) + `{}]}` + strings.Repeat(`,{"items":[{"ReservationId":1}]}`, n/20) + `]`
	}},
	{"lists behind a long one", 20_000, func(n int) string {
		return `[{"id":1,"guests":[` + strings.Repeat(`{},`, n) + `{}]}` + strings.Repeat(`,{"id":1,"guests":[{"ID":1}]}`, n/20) + `]`
	}},
	{"comments of HTML", 60_000, func(n int) string { return strings.Repeat("<!--<script></script>", n/21) }},
	{"tags", 60_000, func(n int) string { return strings.Repeat("<", n) }},
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"%d":1`, i)
	}
	return `{"id":1` + b.String() + `}`
}

// TestHostileBodiesCostLittle gives each value, in each frame, to each target: it ends in a
// value or in an error of the kind that is due, for memory in proportion to the body. It is
// not parallel, because it counts what is allocated.
func TestHostileBodiesCostLittle(t *testing.T) {
	for _, target := range hostileTargets {
		t.Run(target.name, func(t *testing.T) {
			for _, v := range hostileValues {
				value := v.value(v.n)
				for _, frame := range target.frames {
					t.Run(v.name+" in "+frame, func(t *testing.T) { target.check(t, strings.ReplaceAll(frame, "V", value)) })
				}
			}
		})
	}
}

func (target hostileTarget) check(t *testing.T, body string) {
	t.Helper()
	c := over(t, answers(target.status, "application/json", body))
	var err error
	used := allocated(func() { err = target.call(t.Context(), c) })
	if most := mostFor(body); used > most {
		t.Errorf("%d bytes were allocated for %d bytes, more than %d", used, len(body), most)
	}
	var bad *reservations.DecodeError
	var refused *reservations.APIError
	if err != nil && !errors.As(err, &bad) && !errors.As(err, &refused) {
		t.Errorf("got %T (%v), want a DecodeError or an APIError", err, err)
	}
	if err != nil && len(err.Error()) > 4096 {
		t.Errorf("the text of the error has %d bytes", len(err.Error()))
	}
}

// TestVeryLargeBodies gives bodies of about the largest size to each target.
func TestVeryLargeBodies(t *testing.T) {
	for name, body := range map[string]string{
		"four million empty objects": "[" + strings.Repeat("{},", 4_000_000) + "{}]",
		"open arrays":                strings.Repeat("[", 16<<20),
		"digits":                     strings.Repeat("7", 16<<20),
		"a string":                   `"` + strings.Repeat("x", 16<<20-2) + `"`,
	} {
		for _, target := range hostileTargets {
			t.Run(name+"/"+target.name, func(t *testing.T) { target.check(t, body) })
		}
	}
}

// TestHostileHeadersCostLittle gives a header of ten million bytes to everything that reads one.
func TestHostileHeadersCostLittle(t *testing.T) {
	const n = 10_000_000
	for _, test := range []struct{ name, value string }{
		{"X-Total-Count", strings.Repeat("7", n)},
		{"X-Total-Count", strings.Repeat("x", n)},
		{"Retry-After", strings.Repeat("7", n)},
		{"Retry-After", "0." + strings.Repeat("7", n)},
		{"Retry-After", strings.Repeat("Mon, ", n/5)},
		{"RateLimit", strings.Repeat(",", n)},
		{"RateLimit", strings.Repeat(";", n)},
		{"RateLimit", strings.Repeat("a;r=1,", n/6)},
		{"RateLimit-Policy", strings.Repeat("a;q=1,", n/6)},
		{"X-RateLimit-Remaining", strings.Repeat("7", n)},
		{"X-Request-Id", strings.Repeat("x", n)},
		{"X-Request-Id", strings.Repeat("\x00", n)},
		{"Content-Type", strings.Repeat("x", n)},
		{"Date", strings.Repeat("x", n)},
		{"Location", strings.Repeat("x", n)},
	} {
		for _, status := range []int{200, 302, 429} {
			t.Run(fmt.Sprintf("%s %.8s %d", test.name, test.value, status), func(t *testing.T) {
				c := over(t, answers(status, "application/json", `[]`, "RateLimit", "a;r=1", test.name, test.value), reservations.WithHooks(reservations.Hooks{AttemptEnd: func(context.Context, reservations.Attempt) {}}))
				var err error
				used := allocated(func() {
					_, err = c.Reports.PresencePage(t.Context(), reservations.PresenceParams{DateFrom: parkFrom}, reservations.WithCallRetry(reservations.NoRetry()))
				})
				if status == 200 && err != nil || status != 200 && err == nil {
					t.Errorf("got %v with status %d", err, status)
				}
				if err != nil && len(err.Error()) > 4096 {
					t.Errorf("the text of the error has %d bytes", len(err.Error()))
				}
				if used > 20*n {
					t.Errorf("%d bytes were allocated for %d bytes", used, n)
				}
			})
		}
	}
}

// TestEndlessHeaders reads the headers of a response until its connection gives up: they are
// bounded by the Transport, that of the client at 1 MiB.
func TestEndlessHeaders(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, buffered, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		_, _ = buffered.WriteString("HTTP/1.1 200 OK\r\n")
		for i := 0; err == nil && i < 1000; i++ {
			_, err = fmt.Fprintf(buffered, "X-%d: %s\r\n", i, strings.Repeat("x", 32<<10))
		}
		_, _ = buffered.WriteString("\r\n")
		_ = buffered.Flush()
	}))
	defer server.Close()
	for name, test := range map[string]struct {
		client *http.Client
		most   uint64
	}{
		"the transport of the client": {nil, 20 << 20},
		"one of the caller":           {&http.Client{Transport: &http.Transport{}}, 80 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			var opts []reservations.Option
			if test.client != nil {
				opts = append(opts, reservations.WithHTTPClient(test.client))
				defer test.client.CloseIdleConnections()
			}
			c, err := reservations.NewClient(server.URL, reservationstest.Key, opts...)
			if err != nil {
				t.Fatal(err)
			}
			defer c.CloseIdleConnections()
			used := allocated(func() { _, err = c.Guests.Get(t.Context(), 7, reservations.WithCallRetry(reservations.NoRetry())) })
			var broken *reservations.TransportError
			if !errors.As(err, &broken) {
				t.Errorf("got %v, want a TransportError", err)
			}
			if used > test.most {
				t.Errorf("%d bytes were allocated, more than %d", used, test.most)
			}
		})
	}
}

// mostFor returns how many bytes may be allocated for a body: a multiple of its length, and room for
// as many records as it may hold. That is for all that is allocated on the way, most of which is
// free again at once.
func mostFor(body string) uint64 {
	const times, records, recordBytes = 64, 100_000, 10_000
	parts := strings.Count(body, ",") + strings.Count(body, "[") + strings.Count(body, "{")
	return uint64(1_000_000 + times*len(body) + recordBytes*min(records, parts))
}

// allocated returns how many bytes f allocates. Nothing may run beside it.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
