package reservations_test

import (
	"errors"
	"math/big"
	"net/http"
	"regexp"
	"testing"

	"github.com/reservationkit/reservations-go"
)

// FuzzTotalCount reads any X-Total-Count: a page gives the number that it is, or -1, and a
// walk over the register ends.
func FuzzTotalCount(f *testing.F) {
	for _, value := range []string{"0", "7", "007", "25", "26", "2147483647", "2147483648", "99999999999999999999", "-1", "+7", " 7", "7 ", "7.0", "1e3", "0x7", "1_000", "", "many", "٣", "7\n", "7, 7"} {
		f.Add(value, false)
		f.Add(value, true)
	}
	f.Fuzz(func(t *testing.T, value string, twice bool) {
		want := -1
		if n, ok := new(big.Int).SetString(value, 10); ok && !twice && regexp.MustCompile(`^[0-9]+\z`).MatchString(value) && n.BitLen() <= 31 {
			want = int(n.Int64())
		}
		rt := func(r *http.Request) (*http.Response, error) {
			resp, err := answers(200, "application/json", `[]`)(r)
			resp.Header["X-Total-Count"] = []string{value}
			if twice {
				resp.Header["X-Total-Count"] = []string{value, value}
			}
			return resp, err
		}
		c := over(t, roundTripFunc(rt))
		page, err := c.Reports.PresencePage(t.Context(), reservations.PresenceParams{DateFrom: parkFrom})
		if err != nil || page.Total != want {
			t.Fatalf("%q twice: %t reads as %+v, %v; want %d", value, twice, page, err, want)
		}
		var incomplete *reservations.IncompleteError
		switch days, err := c.Reports.Presence(t.Context(), reservations.PresenceParams{DateFrom: parkFrom, DateTo: parkFrom}); {
		case want == 0 && (err != nil || len(days) > 0):
			t.Fatalf("the register of nobody reads as %v, %v", days, err)
		case want != 0 && !errors.As(err, &incomplete):
			t.Fatalf("a register without days reads as %v, %v; want an IncompleteError", days, err)
		case want != 0 && len(err.Error()) > 1000:
			t.Fatalf("the error has %d bytes", len(err.Error()))
		}
	})
}
