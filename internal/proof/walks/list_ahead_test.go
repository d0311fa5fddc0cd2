// SPDX-License-Identifier: MIT

package walks_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// eachWalk runs f in virtual time for each method that reads pages, in pages of ten, so that a new one needs no row.
func eachWalk(t *testing.T, f func(t *testing.T, call testclient.Call)) {
	for _, call := range testclient.Calls() {
		if call.Limit = 10; call.Walk {
			testkit.InBubble(t, call.Name, func(t *testing.T) { f(t, call) })
		}
	}
}

// eachList is eachWalk without the register.
func eachList(t *testing.T, f func(t *testing.T, call testclient.Call)) {
	eachWalk(t, func(t *testing.T, call testclient.Call) {
		if call.Operation.Name != "reports.presence" {
			f(t, call)
		}
	})
}

var tens = reservations.RegistrationNumberEntriesParams{Limit: 10}

// inGoroutine calls f, which may panic or end its goroutine. It returns the value of the panic, which is nil otherwise.
func inGoroutine(f func()) (recovered any) {
	var done sync.WaitGroup
	done.Go(func() {
		defer func() { recovered = recover() }()
		f()
	})
	done.Wait()
	return recovered
}

// TestPagesAreReadAhead: ten pages take 6 s: 1 s for the first, 1 s for two, 2 s for eight, because a client begins with few
// requests under way, and 2 s for the end. Long pages are read one at a time, because of the memory they take.
func TestPagesAreReadAhead(t *testing.T) {
	for offset, spaces := range map[int]string{5: "", 70: strings.Repeat(" ", 2<<20)} { // before the records of each page
		t.Run(fmt.Sprint("from offset ", offset), func(t *testing.T) {
			eachList(t, func(t *testing.T, list testclient.Call) {
				start, s := time.Now(), &asked{park: park(here(100))}
				pages := testclient.After(time.Second, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
					resp, err := s.RoundTrip(r)
					resp.Body = io.NopCloser(io.MultiReader(strings.NewReader(spaces), resp.Body))
					return resp, err
				}))
				list.Offset = offset
				records, err := list.Do(t.Context(), testclient.Over(t, pages, reservations.WithMaxConcurrency(8)))
				n, took := reflect.ValueOf(records).Len(), time.Since(start)
				if err != nil || n != 100-offset || took != 6*time.Second {
					t.Errorf("got %d records, %v in %v, want 6s", n, err, took)
				}
			})
		})
	}
}

// TestEachRangeBeginsAnew: it sends nothing before its first step and after its last, and shares nothing with other ranges.
func TestEachRangeBeginsAnew(t *testing.T) {
	s := &asked{park: park(here(40))}
	all := s.client(t).Reservations.AllRegistrationNumberEntries(t.Context(), tens)
	before := len(s.requests)
	for range all {
		break
	}
	if before != 0 || len(s.requests) != 1 {
		t.Errorf("%d requests were sent before the first step, and %q for one record", before, s.requests)
	}
	var ranges sync.WaitGroup
	for range 3 {
		ranges.Go(func() {
			if got, err := reservations.Collect(all); err != nil || len(got) != 40 || got[39].ID != 40 {
				t.Errorf("read %d records, %v", len(got), err)
			}
		})
	}
	ranges.Wait()
}

// TestNothingIsLeftUnderWay: a loop does not wait for the pages that are read ahead. synctest fails if a goroutine is left.
func TestNothingIsLeftUnderWay(t *testing.T) {
	for name, end := range map[string]func(cancel func()) (goOn bool){
		"break":  func(func()) bool { return false },
		"cancel": func(cancel func()) bool { cancel(); return true },
		"panic":  func(func()) bool { panic("reader") },
		"Goexit": func(func()) bool { runtime.Goexit(); return true },
	} {
		for _, last := range []int64{10, 11, 50} {
			testkit.InBubble(t, fmt.Sprintf("%s at record %d", name, last), func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var underWay testclient.UnderWay
				var ended time.Time
				var failed error
				s := &asked{park: park(here(100))}
				c := testclient.Over(t, underWay.Count(testclient.After(time.Second, s)), reservations.WithMaxConcurrency(8))
				inGoroutine(func() {
					for record, err := range c.Reservations.AllRegistrationNumberEntries(ctx, tens) {
						if failed = err; record.ID == last {
							if ended = time.Now(); !end(cancel) {
								break
							}
						}
					}
				})
				waited, sent := time.Since(ended), len(s.requests)
				time.Sleep(time.Minute) // virtual
				if later := len(s.requests) - sent; waited > 0 || underWay.Load() > 0 || later > 0 || (failed != nil) != (name == "cancel") {
					t.Errorf("it waited %v, %d requests are under way, and %d were sent later: %v", waited, underWay.Load(), later, failed)
				}
			})
		}
	}
}

// TestAPanicOverAPageReachesTheCaller: it is not lost if the loop over a list ends before the page, which is read ahead.
func TestAPanicOverAPageReachesTheCaller(t *testing.T) {
	for name, end := range map[string]func(){"panic": func() { panic("hook") }, "Goexit": runtime.Goexit} {
		for _, most := range []int{0, 15} {
			t.Run(fmt.Sprintf("%s, at most %d records", name, most), func(t *testing.T) {
				eachWalk(t, func(t *testing.T, call testclient.Call) {
					pages := testclient.After(time.Second, &asked{park: park(here(100))})
					ends := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
						if offset, _ := strconv.Atoi(r.URL.Query().Get("offset")); offset > 15 {
							end()
						}
						return pages.RoundTrip(r)
					})
					c, goesOn := testclient.Over(t, ends, reservations.WithMaxConcurrency(8)), false
					call.Most = most
					recovered := inGoroutine(func() { _, _ = call.Do(t.Context(), c); goesOn = true })
					if goesOn || (recovered == "hook") != (name == "panic") {
						t.Errorf("recovered %v; the caller goes on: %t", recovered, goesOn)
					}
				})
			})
		}
	}
}

// TestCallTimeoutOfAWalkHoldsForAllRequests: it counts from the first request to the last, also of the register.
func TestCallTimeoutOfAWalkHoldsForAllRequests(t *testing.T) {
	eachWalk(t, func(t *testing.T, call testclient.Call) {
		start, timeout := time.Now(), 3500*time.Millisecond
		var underWay testclient.UnderWay
		c := testclient.Over(t, underWay.Count(testclient.After(time.Second, &asked{park: park(here(100))})), reservations.WithMaxConcurrency(1))
		_, err := call.Do(t.Context(), c, reservations.WithCallTimeout(timeout))
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took != timeout || underWay.Load() > 0 {
			t.Errorf("got %v in %v, want the end in %v; %d requests are under way", err, took, timeout, underWay.Load())
		}
	})
}

// TestTheErrorOfAListSaysHowFarItWasRead: the service sends its first page for every offset.
func TestTheErrorOfAListSaysHowFarItWasRead(t *testing.T) {
	eachList(t, func(t *testing.T, call testclient.Call) {
		s := &asked{park: park(here(60)), service: service{serve: firstPage}}
		got, err := call.Do(t.Context(), s.client(t))
		diff, records := s.failed(err, call.Name, 1), reflect.ValueOf(got)
		isPage := records.Len() == 10 && records.Index(9).FieldByName("ID").Int() == 10
		if diff != "" || !isPage || !strings.Contains(err.Error(), "at offset 110, the page") {
			t.Errorf("got %v after %v, and of the error (-want +got):\n%s", err, got, diff)
		}
	})
}

// TestRepeatedIDsAreReadIfTheCallAllowsThem: two different records of three have one id.
func TestRepeatedIDsAreReadIfTheCallAllowsThem(t *testing.T) {
	eachList(t, func(t *testing.T, call testclient.Call) {
		s := &asked{park: park("xxx"), service: service{change: withID(1, 1)}}
		got, err := call.Do(t.Context(), s.client(t), reservations.WithRepeatedIDs())
		if records := reflect.ValueOf(got); err != nil || records.Len() != 3 || records.Index(1).FieldByName("ID").Int() != 1 {
			t.Errorf("got %v, %v, want three records", got, err)
		}
	})
}

// TestNoContentIsAnEmptyList: its status is 204. A register needs a total too, and a record cannot be absent.
func TestNoContentIsAnEmptyList(t *testing.T) {
	for _, call := range testclient.Calls() {
		isRegister := call.Operation.Name == "reports.presence"
		if call.ReturnsNothing() || isRegister && !call.Walk {
			continue
		}
		for _, header := range [][]string{nil, {"X-Total-Count", "0"}} {
			t.Run(fmt.Sprint(call.Name, header), func(t *testing.T) {
				got, err := call.Do(t.Context(), testclient.Over(t, testclient.Responds(204, "", "", header...)))
				isRecord, needsTotal := call.Method.Type.Out(0).Kind() == reflect.Pointer, isRegister && header == nil
				isIncomplete := errors.As(err, new(*reservations.IncompleteError))
				if isRecord != errors.As(err, new(*reservations.DecodeError)) || needsTotal != isIncomplete {
					t.Errorf("got %v, %v", got, err)
				}
			})
		}
	}
}
