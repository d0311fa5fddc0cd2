package reservations_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// parkFrom is the first day of every park in the tests.
var parkFrom = types.NewDate(2026, time.July, 6)

// casesOf returns all cases, or with -short one in eight at random: CI runs them all once, and
// these again with the race detector.
func casesOf[T any](cases []T) []T {
	if !testing.Short() {
		return cases
	}
	chosen := slices.Clone(cases)
	rand.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	return chosen[:(len(chosen)+7)/8]
}

// over returns a client whose requests go to rt.
func over(t testing.TB, rt http.RoundTripper, opts ...reservations.Option) *reservations.Client {
	t.Helper()
	opts = append([]reservations.Option{reservations.WithHTTPClient(&http.Client{Transport: rt})}, opts...)
	c, err := reservations.NewClient("https://api.example.com", reservationstest.Key, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// days selects a number of days from the first day of the park on.
func days(n int) (reservations.PresenceParams, reservationstest.PresenceQuery) {
	from, to := parkFrom, parkFrom.AddDays(n-1)
	return reservations.PresenceParams{DateFrom: from, DateTo: to}, reservationstest.PresenceQuery{DateFrom: from, DateTo: to}
}

// sameRegister compares as JSON, which is fast for large parks, and tells nil items
// from empty ones.
func sameRegister(t *testing.T, truth, walk []types.PresenceDay) {
	t.Helper()
	want, wantErr := json.Marshal(truth)
	got, gotErr := json.Marshal(walk)
	if wantErr != nil || gotErr != nil {
		t.Fatal(wantErr, gotErr)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("the walk is not the truth (-truth +walk):\n%.3000s", cmp.Diff(truth, walk))
	}
}

type roundTripFunc = testkit.RoundTripper

// dropParam hides a query parameter from the server.
func dropParam(next http.RoundTripper, name string) http.RoundTripper {
	return roundTripFunc(func(r *http.Request) (*http.Response, error) {
		r = r.Clone(r.Context())
		q := r.URL.Query()
		q.Del(name)
		r.URL.RawQuery = q.Encode()
		return next.RoundTrip(r)
	})
}

// underWay counts requests that were sent and whose body has not been closed.
type underWay struct{ n atomic.Int64 }

func (u *underWay) count(next http.RoundTripper) http.RoundTripper {
	return roundTripFunc(func(r *http.Request) (*http.Response, error) {
		u.n.Add(1)
		resp, err := next.RoundTrip(r)
		if err != nil {
			u.n.Add(-1)
			return nil, err
		}
		resp.Body = &countedBody{ReadCloser: resp.Body, closed: sync.OnceFunc(func() { u.n.Add(-1) })}
		return resp, nil
	})
}

type countedBody struct {
	io.ReadCloser
	closed func()
}

func (b *countedBody) Close() error {
	b.closed()
	return b.ReadCloser.Close()
}

// serviceMethods yields the methods of all services, each with the name of the field of
// Client that holds its service.
func serviceMethods() iter.Seq2[string, reflect.Method] {
	return func(yield func(string, reflect.Method) bool) {
		for _, service := range reflect.VisibleFields(reflect.TypeFor[reservations.Client]()) {
			if !service.IsExported() {
				continue
			}
			for i := range service.Type.NumMethod() {
				if !yield(service.Name, service.Type.Method(i)) {
					return
				}
			}
		}
	}
}

// present returns n reservations that are all present on every day.
func present(n int) []reservationstest.Booking { return testclient.Present(n) }

// sentDay returns a date as it is read from a response.
func sentDay(text string) (d types.Date) {
	_ = json.Unmarshal([]byte(`"`+text+`"`), &d) // it never fails
	return d
}

// sends counts the requests of one call to get a tax profile.
func sends(t *testing.T, c *reservations.Client, sent *int, opts ...reservations.CallOption) (int, error) {
	t.Helper()
	before := *sent
	_, err := c.TaxProfiles.Get(t.Context(), "1", opts...)
	return *sent - before, err
}

// counting counts the requests that next gets.
func counting(sent *int, next roundTripFunc) roundTripFunc {
	return func(r *http.Request) (*http.Response, error) {
		*sent++
		return next(r)
	}
}

// check wants a ParamError of an operation for a parameter that says certain things.
func check(t *testing.T, err error, operation, param string, says []string) {
	t.Helper()
	var bad *reservations.ParamError
	if !errors.As(err, &bad) {
		t.Fatalf("got %v, want a ParamError", err)
	}
	if bad.Name != operation || bad.Param != param {
		t.Errorf("got a ParamError of %s for %s, want %s and %s", bad.Name, bad.Param, operation, param)
	}
	for _, part := range says {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}

// brokenOff responds with a body that ends in the middle.
func brokenOff(header ...string) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		resp, err := testclient.Responds(200, "application/json", `{"id":`, header...)(r)
		resp.Body = io.NopCloser(io.MultiReader(resp.Body, failing{io.ErrUnexpectedEOF}))
		return resp, err
	}
}

type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

var (
	from = time.Date(2026, 7, 6, 0, 0, 0, 0, time.UTC)
	to   = time.Date(2026, 7, 13, 12, 30, 0, 0, time.FixedZone("", 2*3600))
)

// last returns the error that a sequence ends with.
func last[T any](records iter.Seq2[T, error]) (err error) {
	for _, err = range records {
	}
	return err
}
