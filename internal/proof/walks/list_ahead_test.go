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
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// eachWalk runs f for each method that reads page by page, in pages of ten, so that a new one needs no row.
func eachWalk(t *testing.T, f func(*testing.T, testclient.Call)) {
	for _, call := range testclient.Calls() {
		if call.Walk {
			call.Limit = 10
			t.Run(call.Name, func(t *testing.T) { f(t, call) })
		}
	}
}

// eachList runs f for each method that reads a list page by page.
func eachList(t *testing.T, f func(*testing.T, testclient.Call)) {
	eachWalk(t, func(t *testing.T, call testclient.Call) {
		if call.Operation.Name != "reports.presence" {
			f(t, call)
		}
	})
}

// read reads a list to its end and returns the IDs of its records.
func read(t *testing.T, c *reservations.Client, list testclient.Call, opts ...reservations.CallOption) (all []int64, err error) {

	records, err := list.Do(t.Context(), c, opts...)
	for i := range reflect.ValueOf(records).Len() {
		all = append(all, reflect.ValueOf(records).Index(i).FieldByName("ID").Int())
	}
	return all, err
}

// slowly responds after a second, which is virtual.
func slowly(underWay *testclient.UnderWay, next http.RoundTripper) http.RoundTripper {
	return underWay.Count(testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		select {
		case <-time.After(time.Second):
			return next.RoundTrip(r)
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}))
}

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

// TestPagesAreReadAhead: the first page, two pages, the other eight in two rounds, because a client begins with few
// requests under way, and two requests at the end. Long pages are read one at a time, because of the memory they take.
func TestPagesAreReadAhead(t *testing.T) {
	for name, test := range map[string]struct {
		offset int    // where the list is read from
		spaces string // before the records of each page
	}{
		"short pages": {5, ""},
		"long pages":  {70, strings.Repeat(" ", 2<<20)},
	} {
		t.Run(name, func(t *testing.T) {
			eachList(t, func(t *testing.T, list testclient.Call) {
				synctest.Test(t, func(t *testing.T) {
					s, start := &asked{park: park(here(100))}, time.Now()
					spaced := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
						resp, err := s.RoundTrip(r)
						resp.Body = io.NopCloser(io.MultiReader(strings.NewReader(test.spaces), resp.Body))
						return resp, err
					})
					list.Offset = test.offset
					c := testclient.Over(t, slowly(new(testclient.UnderWay), spaced), reservations.WithMaxConcurrency(8))
					ids, err := read(t, c, list)
					if took := time.Since(start); err != nil || len(ids) != 100-test.offset || took != 6*time.Second {
						t.Errorf("got %d records, %v in %v, want 6s", len(ids), err, took)
					}
				})
			})
		})
	}
}

// TestEachRangeBeginsAnew: a list sends no request before the first step and none after the last, and two ranges
// over it share nothing, which the race detector sees.
func TestEachRangeBeginsAnew(t *testing.T) {
	s := &asked{park: park(here(40))}
	all := s.client(t).Reservations.AllRegistrationNumberEntries(t.Context(), reservations.RegistrationNumberEntriesParams{Limit: 10})
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

// TestNothingIsLeftUnderWay: however a loop over a list ends while pages are read ahead, it does not wait for them. No
// request is under way then, and synctest fails if a goroutine is left.
func TestNothingIsLeftUnderWay(t *testing.T) {
	for name, end := range map[string]func(cancel func()) (goOn bool){
		"break":  func(func()) bool { return false },
		"cancel": func(cancel func()) bool { cancel(); return true },
		"panic":  func(func()) bool { panic("reader") },
		"Goexit": func(func()) bool { runtime.Goexit(); return true },
	} {
		for _, last := range []int64{10, 11, 50} {
			t.Run(fmt.Sprintf("%s at record %d", name, last), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					var underWay testclient.UnderWay
					var ended time.Time
					var failed error
					s := &asked{park: park(here(100))}
					c := testclient.Over(t, slowly(&underWay, s), reservations.WithMaxConcurrency(8))
					inGoroutine(func() {
						for record, err := range c.Reservations.AllRegistrationNumberEntries(ctx, reservations.RegistrationNumberEntriesParams{Limit: 10}) {
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
			})
		}
	}
}

// TestPanicOverAPage: what ends the goroutine of a request that is sent while others are under way, such as the panic of a
// caller's http.RoundTripper, ends that of the caller. It is not lost if a loop ends before that page.
func TestPanicOverAPage(t *testing.T) {
	check := func(t *testing.T, end func(), want any, read func(context.Context, *reservations.Client)) {
		synctest.Test(t, func(t *testing.T) {
			s := &asked{park: park(here(100))}
			ends := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				if offset, _ := strconv.Atoi(r.URL.Query().Get("offset")); offset > 15 {
					end()
				}
				return s.RoundTrip(r)
			})
			goesOn := false
			got := inGoroutine(func() {
				read(t.Context(), testclient.Over(t, slowly(new(testclient.UnderWay), ends), reservations.WithMaxConcurrency(8)))
				goesOn = true
			})
			if got != want || goesOn {
				t.Errorf("recovered %v, want %v; the caller goes on: %t", got, want, goesOn)
			}
		})
	}
	hook := func() { panic("hook") }
	eachWalk(t, func(t *testing.T, call testclient.Call) {
		read := func(ctx context.Context, c *reservations.Client) { _, _ = call.Do(ctx, c) }
		t.Run("panic", func(t *testing.T) { check(t, hook, "hook", read) })
		t.Run("Goexit", func(t *testing.T) { check(t, runtime.Goexit, nil, read) })
	})
	t.Run("a loop that ends before the page", func(t *testing.T) {
		check(t, hook, "hook", func(ctx context.Context, c *reservations.Client) {
			for s := range c.Reservations.AllRegistrationNumberEntries(ctx, reservations.RegistrationNumberEntriesParams{Limit: 10}) {
				if time.Sleep(time.Second); s.ID == 15 { // virtual
					break
				}
			}
		})
	})
}

// TestCallTimeoutOfAWalk counts from the first request to the last.
func TestCallTimeoutOfAWalk(t *testing.T) {
	eachWalk(t, func(t *testing.T, call testclient.Call) {
		synctest.Test(t, func(t *testing.T) {
			var underWay testclient.UnderWay
			start, timeout := time.Now(), 3500*time.Millisecond
			c := testclient.Over(t, slowly(&underWay, &asked{park: park(here(100))}), reservations.WithMaxConcurrency(1))
			_, err := call.Do(t.Context(), c, reservations.WithCallTimeout(timeout))
			if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took != timeout || underWay.Load() > 0 {
				t.Errorf("got %v in %v, want the end in %v; %d requests are under way", err, took, timeout, underWay.Load())
			}
		})
	})
}

// TestEachList: all lists are read alike, and the error of each says how far it was read. Different records with one id end no
// walk if the call allows them.
func TestEachList(t *testing.T) {
	eachList(t, func(t *testing.T, list testclient.Call) {
		s := &asked{park: park(here(60)), service: service{serve: firstPage}}
		list.Limit = 3
		got, err := read(t, s.client(t), list)
		if diff := s.failed(err, list.Name, 1); diff != "" || !strings.Contains(err.Error(), "at offset 33, the page begins like the first one") {
			t.Errorf("got %v (-want +got):\n%s", err, diff)
		}
		if diff := cmp.Diff([]int64{1, 2, 3}, got); diff != "" {
			t.Errorf("the records of the first page (-want +got):\n%s", diff)
		}
		s = &asked{park: park("xxx"), service: service{change: withID(1, 1)}}
		got, err = read(t, s.client(t), list, reservations.WithRepeatedIDs())
		if diff := cmp.Diff([]int64{1, 1, 3}, got); diff != "" || err != nil {
			t.Errorf("%v, ids (-want +got):\n%s", err, diff)
		}
	})
}

// TestNoContent: status 204 is an empty list, whichever method reads it. A register needs a total all the same, and a
// record cannot be absent.
func TestNoContent(t *testing.T) {
	for _, call := range testclient.Calls() {
		isRegister := call.Operation.Name == "reports.presence"
		if call.ReturnsNothing() || isRegister && !call.Walk {
			continue
		}
		t.Run(call.Name, func(t *testing.T) {
			got, err := call.Do(t.Context(), testclient.Over(t, testclient.Responds(204, "", "")))
			isRecord := call.Method.Type.Out(0).Kind() == reflect.Pointer
			if isRecord != errors.As(err, new(*reservations.DecodeError)) || isRegister != errors.As(err, new(*reservations.IncompleteError)) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
	t.Run("a register with a total of 0", func(t *testing.T) {
		empty := testclient.Responds(204, "", "", "X-Total-Count", "0")
		if got, err := testclient.Over(t, empty).Reports.Presence(t.Context(), days(2, 0)); err != nil || len(got) != 2 {
			t.Errorf("got %d days, %v", len(got), err)
		}
	})
}
