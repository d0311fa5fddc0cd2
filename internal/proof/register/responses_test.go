// SPDX-License-Identifier: MIT

package register_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// TestPage holds what is read of the response for one page, also with a byte order mark.
func TestPage(t *testing.T) {
	t.Parallel()
	const body = ` [{"date":"2026-07-06","unknown":{"a":[1]},"items":[
		{"reservationId":9007199254740993,"reservationNumber":"R1","reservationName":"Ünal & <Söhne>",
		 "reservationAccommodationTitle":"Lodge","reservationAccommodationUnitNumber":"07",
		 "reservationDateFrom":"2026-07-01","reservationDateTo":"2026-07-08T00:00:00+0200",
		 "ageGroupSpecificationDescription":"Adults","numOfPersons":2,"guestLocality":"Gent","guestCountry":"BE",
		 "guestDocumentType":"passport","modified":"2026-07-05T23:30:00+02:00"},
		{"reservationId":null,"reservationNumber":null,"reservationName":null,"reservationAccommodationTitle":null,
		 "reservationAccommodationUnitNumber":null,"reservationDateFrom":null,"reservationDateTo":"0000-00-00",
		 "ageGroupSpecificationDescription":null,"numOfPersons":null,"guestLocality":null,"guestCountry":null,
		 "guestDocumentType":null,"modified":null}]},
		{"date":"2026-07-07","items":null},{"date":null},{}]` + "\n"
	modified := time.Date(2026, 7, 5, 23, 30, 0, 0, time.FixedZone("", 2*3600))
	item := types.PresenceItem{
		ReservationID: 9007199254740993, ReservationNumber: "R1", ReservationName: "Ünal & <Söhne>",
		ReservationAccommodationTitle: "Lodge", ReservationAccommodationUnitNumber: "07",
		ReservationDateFrom: types.NewDate(2026, 7, 1), ReservationDateTo: types.NewDate(2026, 7, 8),
		AgeGroupSpecificationDescription: "Adults", NumOfPersons: new(2),
		GuestLocality: "Gent", GuestCountry: "BE", GuestDocumentType: "passport",
		Modified: types.NewDateTime(modified),
	}
	want := &reservations.PresencePage{Total: 2, Days: []types.PresenceDay{
		{
			Date: types.NewDate(2026, 7, 6), Items: []types.PresenceItem{item, {}},
			Extra: types.Extra{"unknown": []byte(`{"a":[1]}`)},
		},
		{Date: types.NewDate(2026, 7, 7)}, {}, {},
	}}
	for _, mark := range []string{"", "\ufeff"} {
		c := testclient.Over(t, testclient.Responds(200, "application/json", mark+body, "X-Total-Count", "2"))
		got, err := c.Reports.PresencePage(t.Context(), days(2, 0))
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("byte order mark %q (-want +got):\n%s", mark, diff)
		}
	}
}

// TestResponsesThatAreNotAsDocumented: a field that is missing everywhere would empty the register
// without a word, a day outside the range belongs to another register, and what other lists do without
// is an error in a register.
func TestResponsesThatAreNotAsDocumented(t *testing.T) {
	t.Parallel()
	const (
		item     = `{"reservationId":7,"numOfPersons":2}`
		first    = `{"date":"2026-07-06","items":[` + item + `]}`
		nobody   = `{"date":"2026-07-07","items":[]}`
		noPeople = `{"reservationId":7}`
	)
	onFirst := func(items string) string { return `[{"date":"2026-07-06","items":[` + items + `]}]` }
	tests := []struct{ name, total, body, reason string }{ // reason is "" for a register
		{"as documented", "1", `[` + first + `,` + nobody + `]`, ""},
		{"fewer than are counted", "3", `[` + first + `,` + nobody + `]`, ""},
		{"nobody, and no days", "0", `[]`, ""},
		{"nobody has checked in", "1", `[{"date":"2026-07-06","items":[]},` + nobody + `]`, ""},
		{"no days", "3", `[]`, "no days"},
		{"a day before the range", "3", `[{"date":"2026-07-05","items":[` + item + `]}]`, "2026-07-05"},
		{"a day after the range", "3", `[` + first + `,` + nobody + `,{"date":"2026-07-08","items":[]}]`, "2026-07-08"},
		{"items renamed", "3", `[{"date":"2026-07-06","entries":[` + item + `]}]`, "items"},
		{"items renamed where nobody is counted", "0", `[{"date":"2026-07-06"}]`, ""},
		{"date renamed", "3", `[{"day":"2026-07-06","items":[` + item + `]}]`, "date"},
		{"date missing once", "1", `[` + first + `,{"items":[` + item + `]}]`, ""},
		{"numOfPersons renamed", "3", onFirst(`{"reservationId":7,"persons":2}`), "numOfPersons"},
		{"numOfPersons missing once", "1", onFirst(noPeople + `,` + item), ""},
		{"reservationId renamed", "3", onFirst(`{"reservation":7,"numOfPersons":2}`), "reservationId"},
		{"reservationId missing, with a number", "1", onFirst(`{"reservationNumber":"R7","numOfPersons":2}`), ""},
		{"numbers in other forms", "1", onFirst(`{"reservationId":"7","numOfPersons":2.0}`), ""},
		{"an unreadable instant", "1", onFirst(`{"reservationId":7,"numOfPersons":2,"modified":"yesterday"}`), ""},
		{"an unreadable id", "1", onFirst(`{"reservationId":"x"}`), "reservationId"},
		{"an unreadable id beside a good item", "1", onFirst(item + `,{"reservationId":{},"numOfPersons":2}`), "reservationId"},
		{"an unreadable number of persons", "1", onFirst(`{"numOfPersons":"two"}`), "numOfPersons"},
		{"an unreadable number of persons beside a good item", "1",
			onFirst(item + `,{"reservationId":7,"guestCountry":"BE","numOfPersons":"two"}`), "numOfPersons"},
		{"persons below 0", "1", onFirst(item + `,{"reservationId":8,"numOfPersons":-2}`), "[0].items[1].numOfPersons is a number below 0"},
		{"persons of 0", "1", onFirst(`{"reservationId":7,"numOfPersons":-0}`), ""},
		{"another case beside the exact name", "1", onFirst(`{"reservationId":7,"RESERVATIONID":8}`), "reservationId is given more than once"},
		{"an unreadable date", "1", `[{"date":"yesterday","items":[]}]`, "date"},
		{"an item that is null", "1", onFirst(`null,{"reservationId":7}`), "items"},
		{"a day that is null", "1", `[null]`, "[0] is null"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body, "X-Total-Count", test.total))
			got, err := c.Reports.Presence(t.Context(), days(2, 0))
			refused := errors.As(err, new(*reservations.DecodeError)) || errors.As(err, new(*reservations.IncompleteError))
			switch {
			case test.reason == "" && err != nil:
				t.Errorf("got %v, want the register", err)
			case test.reason != "" && (!refused || got != nil || !strings.Contains(err.Error(), test.reason)):
				t.Errorf("got %v, %v, want an error with %s in it", got, err, test.reason)
			}
		})
	}
}

// TestDaysThatAreLeftOut are filled in up to the last day that any page has.
func TestDaysThatAreLeftOut(t *testing.T) {
	t.Parallel()
	const items = `"items":[{"reservationId":7,"numOfPersons":2}]`
	const body = `[{"date":"2026-07-08T00:00:00Z",` + items + `},{"date":"2026-07-10",` + items + `}]`
	c := testclient.Over(t, testclient.Responds(200, "application/json", body, "X-Total-Count", "1"))
	days, err := c.Reports.Presence(t.Context(), days(7, 0))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, day := range days {
		got = append(got, fmt.Sprint(day.Date, " ", len(day.Items), " ", day.Items != nil))
	}
	want := []string{
		"2026-07-06 0 true", "2026-07-07 0 true", "2026-07-08 1 true", "2026-07-09 0 true", "2026-07-10 1 true",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("date, items, not nil (-want +got):\n%s", diff)
	}
}

// TestUndocumentedFields: the items keep theirs, and a day keeps those on which all pages agree.
func TestUndocumentedFields(t *testing.T) {
	t.Parallel()
	srv, pages := serve(60), 0
	extended := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		resp, err := srv.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(resp.Body)
		pages++ // another value on each page
		body := strings.ReplaceAll(string(data), `"date":`, fmt.Sprintf(`"season":"low","page":%d,"date":`, pages))
		body = strings.ReplaceAll(body, `"reservationId":`, fmt.Sprintf(`"read":%d,"reservationId":`, pages))
		resp.Body, resp.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		return resp, err
	})
	p := days(2, 20)
	p.Confirm = true
	got, err := testclient.Over(t, extended, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), p)
	if err != nil || len(got) != 2 || pages < 4 {
		t.Fatalf("%d days of %d pages, error %v", len(got), pages, err)
	}
	for _, day := range got {
		if string(day.Extra["season"]) != `"low"` || len(day.Extra) != 1 || len(day.Items) == 0 {
			t.Errorf("a day holds %s and %d items, want the season alone", day.Extra, len(day.Items))
		}
		for _, item := range day.Items {
			if item.Extra["read"] == nil {
				t.Fatalf("an item lost what the service sent of it: %+v", item)
			}
		}
	}
}

// TestUnreadableDayOnAPage: a single page is what the service sent, and a day that cannot be read
// keeps its text there.
func TestUnreadableDayOnAPage(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		`"next spring"`: "next spring", `"2026-02-30"`: "2026-02-30", `12`: "12",
	} {
		t.Run(want, func(t *testing.T) {
			body := `[{"date":` + sent + `,"items":[{"reservationId":7,"reservationDateTo":` + sent + `}]}]`
			c := testclient.Over(t, testclient.Responds(200, "application/json", body, "X-Total-Count", "1"))
			page, err := c.Reports.PresencePage(t.Context(), days(1, 0))
			if err != nil {
				t.Fatal(err)
			}
			item := page.Days[0].Items[0]
			if page.Days[0].Date.Raw() != want || item.ReservationDateTo.Raw() != want || item.ReservationID != 7 {
				t.Errorf("got %+v", page.Days[0])
			}
		})
	}
}
