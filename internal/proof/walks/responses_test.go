// SPDX-License-Identifier: MIT

package walks_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// eachList runs f for each method that reads a list page by page.
func eachList(t *testing.T, f func(*testing.T, testclient.Call)) {
	t.Helper()
	eachWalk(t, func(t *testing.T, call testclient.Call) {
		if call.Operation.Name != "reports.presence" {
			f(t, call)
		}
	})
}

// read reads a list to its end and returns the IDs of its records.
func read(t *testing.T, c *reservations.Client, list testclient.Call, opts ...reservations.CallOption) (all []int64, err error) {
	t.Helper()
	records, err := list.Do(t.Context(), c, opts...)
	for i := range reflect.ValueOf(records).Len() {
		all = append(all, reflect.ValueOf(records).Index(i).FieldByName("ID").Int())
	}
	return all, err
}

// ids returns the IDs from 1 to last.
func ids(last int64) (all []int64) {
	for id := range last {
		all = append(all, id+1)
	}
	return all
}

// TestListThatIsIncomplete: no record is returned twice, and the error says how far the list was read.
func TestListThatIsIncomplete(t *testing.T) {
	eachList(t, func(t *testing.T, list testclient.Call) {
		s := &asked{park: park(here(60)), service: service{serve: firstPage}}
		got, err := read(t, s.client(t), list)
		if diff := s.failed(err, list.Name, 1); diff != "" || !strings.Contains(err.Error(), "at offset 110, the page begins like the first one") {
			t.Errorf("got %v (-want +got):\n%s", err, diff)
		}
		if diff := cmp.Diff(ids(10), got); diff != "" {
			t.Errorf("the records of the first page (-want +got):\n%s", diff)
		}
	})
}

// TestRepeatedIDs: different records with one id end no walk if the call allows them.
func TestRepeatedIDs(t *testing.T) {
	eachList(t, func(t *testing.T, list testclient.Call) {
		s := &asked{park: park("xxx"), service: service{change: withID(1, 1)}}
		got, err := read(t, s.client(t), list, reservations.WithRepeatedIDs())
		if diff := cmp.Diff([]int64{1, 1, 3}, got); diff != "" || err != nil {
			t.Errorf("%v, ids (-want +got):\n%s", err, diff)
		}
	})
}

// TestResponseOfEachPage is seen with its records, although other pages have been read by then. An error comes last, with the
// response of its page.
func TestResponseOfEachPage(t *testing.T) {
	var resp reservations.Response
	opts := append(make([]reservations.CallOption, 0, 4), reservations.WithResponseInto(&resp)) // with room
	for name, test := range map[string]struct {
		park     string
		refused  int // the offset of a page
		records  int
		is       error
		response string // the last one
	}{
		"many records": {here(45), -1, 45, nil, "["},
		"no records":   {"", -1, 0, nil, "[]"},
		"a refusal":    {here(45), 18, 19, reservations.ErrBadRequest, `[{"id":19,`},
	} {
		t.Run(name, func(t *testing.T) {
			s := &asked{park: park(test.park)}
			s.status = statusIf(func(q query) bool { return q.offset == test.refused }, 400)
			read, failed := 0, error(nil)
			c := s.client(t, reservations.WithMaxConcurrency(8))
			for record, err := range c.Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1, Limit: 10}, opts...) {
				if failed = err; err != nil {
					break
				}
				if read++; !bytes.Contains(resp.Body, fmt.Appendf(nil, `"id":%d,`, record.ID)) {
					t.Errorf("record %d is seen with the response %.40s", record.ID, resp.Body)
				}
			}
			if read != test.records || !errors.Is(failed, test.is) || !strings.HasPrefix(string(resp.Body), test.response) {
				t.Errorf("read %d records, %v, and the response is %.40s", read, failed, resp.Body)
			}
			if opts[:cap(opts)][1] != nil {
				t.Error("a page has written an option after those of the caller")
			}
		})
	}
}

// TestListProgress tells of every page after its records.
func TestListProgress(t *testing.T) {
	for name, test := range map[string]struct {
		total func(query) int
		want  string
	}{
		"no total": {nil, "[{10 -1} {15 -1}]"},
		"a total":  {counts(0), "[{10 20} {15 20}]"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []reservations.ListProgress
			yielded := 0
			params := reservations.SupplementsParams{Organization: 1, Offset: 5, Limit: 10, Progress: func(p reservations.ListProgress) {
				if got = append(got, p); p.Records != yielded {
					t.Errorf("%+v after %d records", p, yielded)
				}
			}}
			s := &asked{park: park(here(20))}
			s.total = test.total
			for range s.client(t).Supplements.All(t.Context(), params) {
				yielded++
			}
			if fmt.Sprint(got) != test.want || yielded != 15 {
				t.Errorf("got %v after %d records, want %s", got, yielded, test.want)
			}
		})
	}
}

// TestPagesThatAreTooLarge are read again in smaller pages, down to one record. Two long neighbours do not make all later
// pages small.
func TestPagesThatAreTooLarge(t *testing.T) {
	for name, test := range map[string]struct {
		longest []int // places of records of over 1,400 bytes
		most    int64 // WithMaxResponseBytes
		fails   bool
	}{
		"all records are short":     {nil, 2_000, false},
		"one long record":           {[]int{139}, 2_000, false},
		"two long neighbours":       {[]int{139, 140}, 2_000, false},
		"the first two":             {[]int{0, 1}, 2_000, false},
		"the last two":              {[]int{296, 297}, 2_000, false},
		"a record that is too long": {[]int{139}, 1_400, true},
	} {
		t.Run(name, func(t *testing.T) {
			eachList(t, func(t *testing.T, list testclient.Call) {
				s := &asked{park: park(here(298))}
				for _, place := range test.longest {
					s.park[place].Name = strings.Repeat("x", 1400)
				}
				list.Limit = 30
				got, err := read(t, s.client(t, reservations.WithMaxResponseBytes(test.most)), list)
				if test.fails {
					if !isTooLarge(err) || len(got) > 139 {
						t.Errorf("read %d records, %v; want an error that names the option", len(got), err)
					}
				} else if diff := cmp.Diff(ids(298), got); diff != "" || err != nil || len(s.requests) > 40 {
					t.Errorf("%d requests, %v, IDs (-want +got):\n%s", len(s.requests), err, diff)
				}
			})
		})
	}
}

func isTooLarge(err error) bool {
	return errors.As(err, new(*http.MaxBytesError)) && strings.Contains(err.Error(), "WithMaxResponseBytes")
}

// TestRegisterThatIsTooLarge is read in smaller pages, also when it is read again. A single reservation that is too
// large is an error.
func TestRegisterThatIsTooLarge(t *testing.T) {
	for most, fails := range map[int64]bool{300: true, 3_000: false, 6_000: false} {
		t.Run(fmt.Sprint(most, " bytes"), func(t *testing.T) {
			s := &asked{park: park(here(60)), service: service{presence: exact, change: since(4, withAnother)}} // which is read again then
			c, p := s.client(t, reservations.WithMaxResponseBytes(most)), days(4, 0)
			if fails {
				if days, err := c.Reports.Presence(t.Context(), p); !isTooLarge(err) {
					t.Errorf("%d days, %v", len(days), err)
				}
				return
			}
			p.Confirm = true
			s.checkRegister(t, c, p)
			if sent := strings.Join(s.requests[1:], " "); strings.Contains(sent, "+100") {
				t.Errorf("pages of 100 are asked for again: %s", sent)
			}
		})
	}
}

// TestNoEndOfAList: other refusals are errors, and so is one of an offset after a full page, or of the first page.
func TestNoEndOfAList(t *testing.T) {
	for name, test := range map[string]struct {
		refused func(query) bool
		status  int
		most    int // records on a page
	}{
		"offsets above 15":                {func(q query) bool { return q.offset > 15 }, 400, 100},
		"offsets above 15, one at a time": {func(q query) bool { return q.offset > 15 }, 500, 1},
		"places above 15":                 {func(q query) bool { return q.offset+q.limit > 15 }, 400, 100},
		"the first page":                  {func(q query) bool { return q.offset == 0 }, 404, 100},
	} {
		t.Run(name, func(t *testing.T) {
			eachList(t, func(t *testing.T, list testclient.Call) {
				s := &asked{park: park(here(25)), service: service{serve: atMost(test.most), status: statusIf(test.refused, test.status)}}
				_, err := read(t, s.client(t), list)
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
