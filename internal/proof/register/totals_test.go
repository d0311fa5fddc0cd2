// SPDX-License-Identifier: MIT

package register_test

import (
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestUnreadableTotals: nothing is guessed, whichever page has such a total.
func TestUnreadableTotals(t *testing.T) {
	t.Parallel()
	faults := map[string]reservationstest.Fault{"missing": reservationstest.Header("X-Total-Count", "")}
	for _, text := range []string{
		"-1", "", "many", "12.0", "1e3", "0x10", "60, 59", "60,", "60 60", "99999999999999999999", "2000000",
	} {
		faults["text "+text] = reservationstest.Header("X-Total-Count", text)
	}
	for name, fault := range faults {
		for page := 1; page <= 3; page++ {
			t.Run(fmt.Sprintf("%s on page %d", name, page), func(t *testing.T) {
				srv := serve(60)
				inject(srv, reservationstest.Nth(page), fault)
				got := incomplete(t, testclient.Over(t, srv, reservations.WithMaxConcurrency(1)), days(2, 25))
				if got.Walks != 1 || got.Pages != len(srv.Requests()) || got.Pages > 3 {
					t.Errorf("%#v after %d requests", got, len(srv.Requests()))
				}
			})
		}
	}
}

func TestTotalOfZeroIsOneRequestWithAllDays(t *testing.T) {
	t.Parallel()
	srv := serve(0)
	got, err := testclient.Over(t, srv).Reports.Presence(t.Context(), days(3, 0))
	if err != nil || len(srv.Requests()) != 1 || len(got) != 3 {
		t.Fatalf("got %v, %v after %d requests; want three days after one", got, err, len(srv.Requests()))
	}
	for i, day := range got {
		if day.Date != testclient.ParkFrom.AddDays(i) || day.Items == nil || len(day.Items) != 0 {
			t.Errorf("day %d is %+v, want %v with empty items", i, day, testclient.ParkFrom.AddDays(i))
		}
	}
}

func TestPageWithoutATotal(t *testing.T) {
	t.Parallel()
	srv := serve(3)
	inject(srv, reservationstest.Always(), reservationstest.Header("X-Total-Count", ""))
	page, err := testclient.Over(t, srv).Reports.PresencePage(t.Context(), days(2, 0))
	if err != nil || page.Total != -1 || len(page.Days) != 2 || len(page.Days[0].Items) != 3 {
		t.Errorf("got %+v, %v; want the page with an unknown total", page, err)
	}
}

// FuzzTotalCount reads any X-Total-Count: a page gives the number that it is, or -1 for what an
// int of every machine cannot hold, and the reading of a register ends.
func FuzzTotalCount(f *testing.F) {
	for _, value := range []string{
		"0", "7", "007", "25", "26", "2147483647", "2147483648", "4294967296", "18446744073709551616",
		"99999999999999999999", "-1", "+7", " 7", "7 ", "7.0", "1e3", "0x7", "1_000", "", "many", "٣", "7\n", "7, 7",
	} {
		f.Add(value, false)
		f.Add(value, true)
	}
	digits := regexp.MustCompile(`^[0-9]+\z`)
	f.Fuzz(func(t *testing.T, value string, twice bool) {
		want := -1
		counts := strings.Split(value, ",")
		if twice {
			counts = append(counts, "7")
		}
		for i := range counts {
			counts[i] = strings.TrimSpace(counts[i])
		}
		n, ok := new(big.Int).SetString(counts[0], 10)
		if ok && len(slices.Compact(counts)) == 1 && digits.MatchString(counts[0]) && n.BitLen() <= 31 {
			want = int(n.Int64())
		}
		c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			resp, err := testclient.Responds(200, "application/json", `[]`)(r)
			resp.Header["X-Total-Count"] = []string{value}
			if twice {
				resp.Header["X-Total-Count"] = []string{value, "7"} // the same number twice, too
			}
			return resp, err
		}))
		page, err := c.Reports.PresencePage(t.Context(), days(1, 0))
		if err != nil || page.Total != want {
			t.Fatalf("%q twice: %t is read as %+v, %v; want %d", value, twice, page, err, want)
		}
		got, err := c.Reports.Presence(t.Context(), days(1, 0))
		var failed *reservations.IncompleteError
		switch {
		case want == 0 && (err != nil || len(got) > 0):
			t.Fatalf("a register of nobody is read as %v, %v", got, err)
		case want != 0 && !errors.As(err, &failed):
			t.Fatalf("a register without days is read as %v, %v; want an IncompleteError", got, err)
		case want != 0 && len(err.Error()) > 1000:
			t.Fatalf("the error has %d bytes", len(err.Error()))
		}
	})
}
