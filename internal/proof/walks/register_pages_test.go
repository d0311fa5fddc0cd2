// SPDX-License-Identifier: MIT

package walks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// on is an entry for a day of July 2026, or without a date if the day is 0. Each id is an item of two persons; 0 is an item
// without id and number.
func on(dayOfJuly int, ids ...int) string { return withField("", dayOfJuly, ids...) }

// withField is an entry with an undocumented field, such as `"season":1`.
func withField(field string, dayOfJuly int, ids ...int) string {
	var fields, items []string
	if dayOfJuly > 0 {
		fields = append(fields, fmt.Sprintf(`"date":"2026-07-%02d"`, dayOfJuly))
	}
	for _, id := range ids {
		items = append(items, strings.Replace(fmt.Sprintf(`{"reservationId":%d,"numOfPersons":2}`, id), `"reservationId":0,`, "", 1))
	}
	if fields = append(fields, `"items":[`+strings.Join(items, ",")+`]`); field != "" {
		fields = append(fields, field)
	}
	return "{" + strings.Join(fields, ",") + "}"
}

// TestPagesOfARegister: what is read of 6 and 7 July in pages of one reservation each, or why it is refused.
func TestPagesOfARegister(t *testing.T) {
	const low, high = `"season":1`, `"season":2`
	type entries = []string
	for name, test := range map[string]struct {
		pages  []entries // at the offsets 0, 1 and so on
		total  int
		want   entries // or
		reason string
	}{
		"nobody is counted":            {nil, 0, entries{on(6), on(7)}, ""},
		"nobody has checked in":        {[]entries{{on(6), on(7)}}, 1, entries{on(6), on(7)}, ""},
		"days in another order":        {[]entries{{on(7), on(6, 9)}}, 1, entries{on(6, 9), on(7)}, ""},
		"days that are left out":       {[]entries{{on(7, 9)}}, 1, entries{on(6), on(7, 9)}, ""},
		"an item twice":                {[]entries{{on(6, 9, 9), on(7)}}, 1, entries{on(6, 9, 9), on(7)}, ""},
		"items in the order of pages":  {[]entries{{on(6, 9), on(7)}, {on(6, 3), on(7, 3)}}, 2, entries{on(6, 9, 3), on(7, 3)}, ""},
		"no name on one page":          {[]entries{{on(6, 0), on(7)}, {on(6, 3), on(7, 3)}}, 2, entries{on(6, 0, 3), on(7, 3)}, ""},
		"an entry without a date":      {[]entries{{on(0, 9), on(6, 9), on(7)}}, 1, entries{on(6, 9), on(7), on(0, 9)}, ""},
		"such entries on two pages":    {[]entries{{on(0, 9), on(6), on(7)}, {on(6, 3), on(7), on(0, 3)}}, 2, entries{on(6, 3), on(7), on(0, 9), on(0, 3)}, ""},
		"such an entry with nobody":    {[]entries{{on(0), on(6, 9), on(7)}}, 1, entries{on(6, 9), on(7), on(0)}, ""},
		"it may be the day left out":   {[]entries{{on(0), on(6, 9), on(7)}, {on(0, 3), on(7)}}, 2, entries{on(6, 9), on(7), on(0), on(0, 3)}, ""},
		"a field of one entry":         {[]entries{{withField(low, 6, 9), on(7)}}, 1, entries{withField(low, 6, 9), on(7)}, ""},
		"a field without a date":       {[]entries{{withField(low, 0, 9), on(6), on(7)}}, 1, entries{on(6), on(7), withField(low, 0, 9)}, ""},
		"a field of two pages":         {[]entries{{withField(low, 6, 9), on(7)}, {withField(low, 6, 3), on(7)}}, 2, entries{withField(low, 6, 9, 3), on(7)}, ""},
		"another field on each page":   {[]entries{{withField(low, 6, 9), on(7)}, {withField(high, 6, 3), on(7)}}, 2, entries{on(6, 9, 3), on(7)}, ""},
		"a field of the second page":   {[]entries{{on(6, 9), on(7)}, {withField(high, 6, 3), on(7)}}, 2, entries{on(6, 9, 3), on(7)}, ""},
		"a day in two parts":           {[]entries{{withField(low, 6, 9), withField(low, 6, 0), on(7)}}, 1, entries{withField(low, 6, 9, 0), on(7)}, ""},
		"a field of one of two parts":  {[]entries{{withField(low, 6, 9), on(6, 0), on(7)}}, 1, entries{on(6, 9, 0), on(7)}, ""},
		"two parts with the same item": {[]entries{{on(6, 9), on(6, 9), on(7)}}, 1, nil, "two entries for the day 2026-07-06"},
		"an empty entry more":          {[]entries{{on(6, 9), on(6), on(7)}}, 1, nil, "two entries for the day 2026-07-06"},
		"two empty entries":            {[]entries{{on(6, 9), on(7), on(7)}}, 1, nil, "two entries for the day 2026-07-07"},
		"an empty day left out":        {[]entries{{on(6, 9), on(7)}, {on(7, 3)}}, 2, nil, "offset 1 leaves out the day 2026-07-06"},
		"no day, but no date":          {[]entries{{on(6, 9), on(7)}, {on(6, 3), on(0)}}, 2, entries{on(6, 9, 3), on(7), on(0)}, ""},
		"some days after the total":    {[]entries{{on(6, 9), on(7)}, {on(6)}}, 1, nil, "offset 1 leaves out the day 2026-07-07"},
		"somebody after the total":     {[]entries{{on(6, 9), on(7)}, {on(6, 3), on(7)}}, 1, nil, "shows reservations, although X-Total-Count is 1"},
	} {
		t.Run(name, func(t *testing.T) { checkPages(t, test.pages, test.total, days(2, 1), test.want, test.reason) })
	}
}

// TestRegisterWithoutDateTo ends with the last day that a page shows, unless an entry without a date may be a later one.
func TestRegisterWithoutDateTo(t *testing.T) {
	type entries = []string
	far := func(days int) string {
		return fmt.Sprintf(`{"date":%q,"items":[{"reservationId":9,"numOfPersons":2}]}`, testclient.ParkFrom.AddDays(days))
	}
	for name, test := range map[string]struct {
		page, want entries
		reason     string
	}{
		"a day left out":      {entries{on(6, 9), on(8, 9)}, entries{on(6, 9), on(7), on(8, 9)}, ""},
		"no date":             {entries{on(6, 9), on(0, 9)}, entries{on(6, 9), on(0, 9)}, ""},
		"no days":             {entries{}, nil, "sends no days"},
		"the day before":      {entries{on(5, 9), on(6)}, nil, "the day 2026-07-05 is outside the range asked for"},
		"within ten years":    {entries{far(3660), on(5)}, nil, "the day 2026-07-05 is outside"},
		"more than ten years": {entries{far(3661), on(5)}, nil, "is more than 3660 days after 2026-07-06"},
	} {
		t.Run(name, func(t *testing.T) {
			p := days(2, 0)
			p.DateTo = types.Date{}
			checkPages(t, []entries{test.page}, 1, p, test.want, test.reason)
		})
	}
}

// checkPages reads a register that a service has in pages at the offsets 0, 1 and so on. It must be the entries that are
// wanted, or refused for a reason.
func checkPages(t *testing.T, pages [][]string, total int, p reservations.PresenceParams, want []string, reason string) {
	t.Helper()
	service := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
		var page []string
		if offset < len(pages) {
			page = pages[offset]
		}
		return testclient.Responds(200, "application/json", "["+strings.Join(page, ",")+"]", "X-Total-Count", strconv.Itoa(total))(r)
	})
	got, err := testclient.Over(t, service, reservations.WithMaxConcurrency(1)).Reports.Presence(t.Context(), p)
	if reason != "" {
		if got := isIncomplete(t, err).Reason; !strings.Contains(got, reason) {
			t.Errorf("got %q, want %q", got, reason)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	var entries []string
	for _, day := range got {
		text, err := json.Marshal(day)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, string(text))
	}
	if diff := cmp.Diff(want, entries); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}
