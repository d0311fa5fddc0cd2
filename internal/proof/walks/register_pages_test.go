// SPDX-License-Identifier: MIT

package walks_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestPagesOfARegister holds the requests of a reading: pages that overlap, the proof of the end,
// and what it costs to learn that the service serves less than asked for.
func TestPagesOfARegister(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name              string
		size, most, total int // most is the largest page of the service, 0 for any
		want              string
	}{
		{"nobody", 0, 0, 0, "0+100"},
		{"a page that proves itself", 0, 0, 25, "0+100"},
		{"one page and its end", 0, 0, 60, "0+100 30+100"},
		{"the default size", 0, 0, 250, "0+100 99+100 249+100 198+100"},
		{"smaller pages", 25, 0, 60, "0+25 24+25 59+25 48+25"},
		{"a full last page", 25, 0, 49, "0+25 24+25 48+25"},
		{"as many as asked for", 20, 0, 20, "0+20 19+19 20+25"},
		{"a service that serves 25", 0, 25, 60, "0+100 30+100 24+25 59+25 48+25"},
		{"a service that serves 40", 0, 40, 60, "0+100 30+100 39+40 59+40"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := serve(test.total, reservationstest.WithMaxLimit(test.most))
			complete(t, srv, testclient.Over(t, srv, reservations.WithMaxConcurrency(1)), days(3, test.size))
			if got := pagesRead(srv.Requests()); got != test.want {
				t.Errorf("requests %s, want %s", got, test.want)
			}
		})
	}
}

// pagesRead returns offset and limit of every request.
func pagesRead(calls []reservationstest.Request) string {
	var pages []string
	for _, call := range calls {
		pages = append(pages, cmp.Or(call.Query.Get("offset"), "0")+"+"+call.Query.Get("limit"))
	}
	return strings.Join(pages, " ")
}
