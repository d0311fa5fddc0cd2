// SPDX-License-Identifier: MIT

package walks_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestPagesThatAreRead holds the requests for a list: pages that overlap by a record, and the end.
func TestPagesThatAreRead(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name          string
		total         int64
		most          int // the largest page of the service, 0 for any
		offset, limit int
		first, last   int64 // IDs of the records that are read
		want          []string
	}{
		{"nothing", 0, 0, 0, 0, 1, 0, []string{"+100", "1+1"}},
		{"one page", 7, 0, 0, 0, 1, 7, []string{"+100", "6+100"}},
		{"a full page", 100, 0, 0, 0, 1, 100, []string{"+100", "99+100", "99+99"}},
		{"two full pages", 199, 0, 0, 0, 1, 199, []string{"+100", "99+100", "198+100", "199+100"}},
		{"one record at a time", 2, 0, 0, 1, 1, 2, []string{"+1", "1+1", "+2", "1+2", "1+1", "2+2"}},
		{"page size", 50, 0, 0, 40, 1, 50, []string{"+40", "39+40", "49+40", "50+40"}},
		{"a service that serves less", 50, 30, 0, 100, 1, 50, []string{"+100", "29+100", "49+100", "50+100"}},
		{"from an offset", 50, 0, 45, 0, 46, 50, []string{"45+100", "49+100"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := service(test.total, reservationstest.WithMaxLimit(test.most))
			eachList(t, func(t *testing.T, list testclient.Call) {
				list.Offset, list.Limit = test.offset, test.limit
				reads(t, srv, list, test.first, test.last, test.want)
			})
		})
	}
}

// reads wants the records from first to last, of these requests.
func reads(t *testing.T, rt http.RoundTripper, list testclient.Call, first, last int64, want []string) {
	t.Helper()
	var q requests
	got, err := read(t, testclient.Over(t, q.to(rt), reservations.WithMaxConcurrency(1)), list)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ids(first, last), got); diff != "" {
		t.Errorf("IDs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, q.sent); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestServiceThatIgnoresTheOffset: a list of one page is found to be whole, and of a longer one no record is
// returned twice.
func TestServiceThatIgnoresTheOffset(t *testing.T) {
	t.Parallel()
	srv := testclient.DropParam(service(60), "offset")
	eachList(t, func(t *testing.T, list testclient.Call) {
		reads(t, srv, list, 1, 60, []string{"+100", "59+100", "1060+99", "2060+99"})

		var q requests
		list.Limit = 25
		ids, err := read(t, testclient.Over(t, q.to(srv)), list)
		got := isIncomplete(t, err)
		const reason = "at offset 275, the page begins like the first one"
		if got.Pages != 3 || got.Walks != 1 || got.Attempts != len(q.sent) || !strings.HasPrefix(got.Reason, reason) {
			t.Errorf("got %+v after %d requests", got, len(q.sent))
		}
		if got.Operation != list.Operation || len(ids) != 25 {
			t.Errorf("got %d records of %+v, want the 25 of the first page", len(ids), got.Operation)
		}
	})
}

// TestRecordsWithoutIDs: they are all returned. If a service ignores the offset and each of its responses
// differs, which would go on for ever, the list fails after its first page.
func TestRecordsWithoutIDs(t *testing.T) {
	t.Parallel()
	srv := service(350)
	for _, test := range []struct {
		name       string
		rt         http.RoundTripper
		want, sent int // records and requests
	}{
		{"no total", srv, 350, 7},
		{"a total", withHeader(srv, "X-Total-Count", "350"), 350, 7},
		{"offsets far beyond the end of the list are refused", testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			if r.URL.Query().Get("offset") == "1000000000" {
				return testclient.Responds(400, "", "")(r)
			}
			return srv.RoundTrip(r)
		}), 350, 7},
		{"the offset is ignored", testclient.DropParam(srv, "offset"), 100, 3},
		{"the offset is ignored, and a total", testclient.DropParam(withHeader(srv, "X-Total-Count", "350"), "offset"), 100, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var q requests
			nameless := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				resp, err := test.rt.RoundTrip(r)
				if err != nil {
					return nil, err
				}
				data, err := io.ReadAll(resp.Body)
				data = bytes.ReplaceAll(data, []byte(`"id":`), fmt.Appendf(nil, `"request%d":`, len(q.sent)))
				resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(data)), int64(len(data))
				return resp, err
			})
			list := testclient.CallOf("Reservations.AllSummaries")
			list.Limit = 0
			records, err := read(t, testclient.Over(t, q.to(nameless), reservations.WithMaxConcurrency(1)), list)
			if len(records) != test.want || len(q.sent) != test.sent {
				t.Errorf("%d records, %v; want %d; requests %v", len(records), err, test.want, q.sent)
			}
			if test.want < 350 {
				isIncomplete(t, err)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestResponseOfEachPage is seen with its records, although other pages have been read by then.
func TestResponseOfEachPage(t *testing.T) {
	t.Parallel()
	var resp reservations.Response
	opts := append(make([]reservations.CallOption, 0, 4), reservations.WithResponseInto(&resp)) // with room
	read := 0
	err := supplements(t.Context(), testclient.Over(t, service(450)), func(id int64) bool {
		if read++; !bytes.Contains(resp.Body, fmt.Appendf(nil, `"id":%d,`, id)) {
			t.Errorf("record %d is seen with the response %.40s", id, resp.Body)
		}
		return true
	}, opts...)
	if err != nil || read != 450 {
		t.Errorf("read %d, %v; want 450", read, err)
	}
	if opts[:cap(opts)][1] != nil {
		t.Error("a page has written an option after those of the caller")
	}
	if err := supplements(t.Context(), testclient.Over(t, service(0)), everyRecord, opts...); err != nil || string(resp.Body) != "[]" {
		t.Errorf("the response of an empty list is %q, %v", resp.Body, err)
	}
}

// TestRepeatedIDs: different records with one id end a walk, unless the call allows them.
func TestRepeatedIDs(t *testing.T) {
	t.Parallel()
	eachList(t, func(t *testing.T, list testclient.Call) {
		twice := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			body := `[{"id":1,"number":"a","description":"a"},{"id":1,"number":"b","description":"b"},{"id":2}]`
			if r.URL.Query().Get("offset") != "" {
				body = `[{"id":2}]`
			}
			return testclient.Responds(http.StatusOK, "application/json", body).RoundTrip(r)
		})
		var incomplete *reservations.IncompleteError
		if _, err := read(t, testclient.Over(t, twice), list); !errors.As(err, &incomplete) {
			t.Errorf("without the option: %v", err)
		}
		ids, err := read(t, testclient.Over(t, twice), list, reservations.WithRepeatedIDs())
		if diff := cmp.Diff([]int64{1, 1, 2}, ids); diff != "" || err != nil {
			t.Errorf("with the option: %v, ids (-want +got):\n%s", err, diff)
		}
	})
}
