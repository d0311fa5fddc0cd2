// SPDX-License-Identifier: MIT

package register

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestNamesAreIsolated finds each text of the service in an element of its own that keeps its direction, so that no unit
// moves beside another guest. Texts hold an isolate's end and an override, and are as long as names get without a blank.
func TestNamesAreIsolated(t *testing.T) {
	t.Parallel()
	name := "\u2069\u202e" + strings.Repeat("אב", 32)
	items := func(id int64) (items []types.PresenceItem) {
		for range 2 { // in one unit
			items = append(items, types.PresenceItem{
				ReservationID: id, ReservationNumber: name, ReservationName: name, ReservationAccommodationTitle: name, ReservationAccommodationUnitNumber: name,
				AgeGroupSpecificationDescription: name, GuestLocality: name, GuestCountry: name, GuestDocumentType: name, NumOfPersons: new(2),
				ReservationDateTo: november(1),
			})
			id++
		}
		return items
	}
	day := types.PresenceDay{Date: november(3), Items: items(1)}
	before := types.PresenceDay{Date: november(2), Items: items(3)}
	for code, l := range locales {
		from := madeUp
		from.Locale, from.Park, from.Source = l, name, name
		for layout, page := range map[string]string{
			"one night": render(t, []types.PresenceDay{day}, &before, from), "two nights": render(t, []types.PresenceDay{before, day}, nil, from),
		} {
			if strings.ContainsAny(page, "\u2069\u202e") {
				t.Errorf("%s, %s: the page holds a sign that turns texts", code, layout)
			}
			if shown := checkIsolated(t, page, "אב"); shown < 20 {
				t.Errorf("%s, %s: only %d names are shown", code, layout, shown)
			}
		}
	}
}

// checkIsolated checks that each text with a word is the text of a bdi that may break, and returns how many there are.
func checkIsolated(t *testing.T, page, word string) (shown int) {
	t.Helper()
	var open []xml.StartElement
	for decoder := xml.NewDecoder(strings.NewReader(page)); ; {
		token, err := decoder.Token()
		if err != nil {
			return shown
		}
		switch token := token.(type) {
		case xml.StartElement:
			open = append(open, token.Copy())
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if !strings.Contains(string(token), word) || open[len(open)-1].Name.Local == "title" {
				continue
			}
			shown++
			if in := open[len(open)-1]; in.Name.Local != "bdi" || len(in.Attr) != 1 || in.Attr[0].Value != "long" {
				t.Errorf("%.40s is in %v %v", token, in.Name.Local, in.Attr)
			}
		}
	}
}
