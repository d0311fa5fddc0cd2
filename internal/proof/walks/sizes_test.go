// SPDX-License-Identifier: MIT

package walks_test

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// whenQuery applies a fault to requests whose offset and limit a function selects. A missing offset is 0.
func whenQuery(selected func(offset, limit int) bool, fault reservationstest.Fault) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
		limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
		if selected(offset, limit) {
			fault(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	}
}

// TestPagesThatAreTooLarge are read again in smaller pages, down to one record. Two long neighbours do not make all later
// pages small.
func TestPagesThatAreTooLarge(t *testing.T) {
	long := strings.Repeat("x", 140_000)
	for name, test := range map[string]struct {
		longest []int64 // ids of the records of over 140,000 bytes
		most    int64   // WithMaxResponseBytes
		fails   bool
	}{
		"all records are short":     {nil, 200_000, false},
		"one long record":           {[]int64{140}, 200_000, false},
		"two long neighbours":       {[]int64{140, 141}, 200_000, false},
		"the first two":             {[]int64{1, 2}, 200_000, false},
		"the last two":              {[]int64{297, 298}, 200_000, false},
		"a record that is too long": {[]int64{140}, 140_000, true},
	} {
		t.Run(name, func(t *testing.T) {
			srv := records(298)
			for _, id := range test.longest {
				extra := types.Extra{"long": []byte(`"` + long + `"`)}
				srv.Put(reservationstest.NewSupplement(id, func(s *types.Supplement) { s.Extra = extra }),
					reservationstest.NewSummary(id, func(s *types.ReservationSummary) { s.Extra = extra }),
					reservationstest.NewRegistrationNumberEntry(id, func(e *types.RegistrationNumberEntry) { e.Extra = extra }))
			}
			eachList(t, func(t *testing.T, list testclient.Call) {
				var q requests
				client := testclient.Over(t, q.to(srv), reservations.WithMaxResponseBytes(test.most))
				got, err := read(t, client, list)
				if test.fails {
					if !errors.As(err, new(*http.MaxBytesError)) || !strings.Contains(err.Error(), "WithMaxResponseBytes") || len(got) > 139 {
						t.Errorf("read %d records, %v; want an error that names the option", len(got), err)
					}
					return
				}
				if diff := cmp.Diff(ids(1, 298), got); diff != "" || err != nil || len(q.sent) > 40 {
					t.Errorf("%d requests, %v, IDs (-want +got):\n%s", len(q.sent), err, diff)
				}
			})
		})
	}
}

// TestRegisterThatIsTooLarge is read in smaller pages, also when it is read again. A single reservation that is too
// large is an error.
func TestRegisterThatIsTooLarge(t *testing.T) {
	for most, fails := range map[int64]bool{2_000: true, 8_000: false, 40_000: false} {
		t.Run(fmt.Sprint(most, " bytes"), func(t *testing.T) {
			srv := reservationstest.NewServer(reservationstest.WithBookings(testclient.Present(60)...))
			srv.Inject("reports.presence", reservationstest.Nth(9), reservationstest.Before(func() { // so that small pages are read again
				srv.AddBooking(reservationstest.Booking{ID: 100, DateFrom: testclient.ParkFrom, DateTo: testclient.ParkFrom})
			}))
			p := days(30, 0)
			p.Confirm = true
			got, err := testclient.Over(t, srv, reservations.WithMaxResponseBytes(most)).Reports.Presence(t.Context(), p)
			switch {
			case !fails && err == nil:
				testclient.SameRegister(t, srv.Register(p), got)
				isLarge := func(r reservationstest.Request) bool { return r.Query.Get("limit") == "100" }
				if first := slices.IndexFunc(srv.Requests(), isLarge); slices.ContainsFunc(srv.Requests()[first+1:], isLarge) {
					t.Errorf("pages of 100 are asked for again")
				}
			case !fails || !errors.As(err, new(*http.MaxBytesError)) || !strings.Contains(err.Error(), "WithMaxResponseBytes"):
				t.Errorf("%d days, %v", len(got), err)
			}
		})
	}
}

// TestNoEndOfAList: other refusals are errors, and so is one of an offset after a full page, or of the first page.
func TestNoEndOfAList(t *testing.T) {
	for name, test := range map[string]struct {
		refused func(offset, limit int) bool
		status  int
		most    int // records on a page
	}{
		"offsets above 150":               {func(offset, _ int) bool { return offset > 150 }, 400, 0},
		"offsets above 15, one at a time": {func(offset, _ int) bool { return offset > 15 }, 500, 1},
		"places above 150":                {func(offset, limit int) bool { return offset+limit > 150 }, 400, 0},
		"the first page":                  {func(offset, _ int) bool { return offset == 0 }, 404, 0},
	} {
		t.Run(name, func(t *testing.T) {
			srv := records(250, reservationstest.WithMaxLimit(test.most))
			for _, op := range reservations.Operations() {
				srv.Inject(op.Name, reservationstest.Always(), whenQuery(test.refused, reservationstest.Status(test.status)))
			}
			eachList(t, func(t *testing.T, list testclient.Call) {
				_, err := read(t, testclient.Over(t, srv, reservations.WithRetry(reservations.NoRetry())), list)
				if failure, ok := errors.AsType[*reservations.APIError](err); !ok || failure.StatusCode != test.status {
					t.Errorf("got %v, want the status %d", err, test.status)
				}
			})
		})
	}
}

// TestNoContent: status 204 is an empty list, whichever method reads it. A register needs a total all the same, and a
// record cannot be absent.
func TestNoContent(t *testing.T) {
	for _, call := range testclient.Calls() {
		if call.ReturnsNothing() {
			continue
		}
		t.Run(call.Name, func(t *testing.T) {
			got, err := call.Do(t.Context(), testclient.Over(t, testclient.Responds(204, "", "")))
			isRecord := call.Method.Type.Out(0).Kind() == reflect.Pointer
			switch {
			case call.Operation.Name == "reports.presence":
				if call.Walk {
					isIncomplete(t, err)
				}
			case isRecord != errors.As(err, new(*reservations.DecodeError)):
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
	empty := testclient.Responds(204, "", "", "X-Total-Count", "0")
	if got, err := testclient.Over(t, empty).Reports.Presence(t.Context(), days(2, 0)); err != nil || len(got) != 2 {
		t.Errorf("a register with a total of 0 has %d days, %v", len(got), err)
	}
}
