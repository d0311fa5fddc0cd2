// SPDX-License-Identifier: MIT

package register

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

var madeUp = origin{
	Source: "https://api.example.com/?<script>", Made: time.Date(2026, 12, 6, 9, 30, 0, 0, time.UTC),
	Asked: options{Period: cli.Period{From: november(1), To: november(3)}, over: november(20)}, Locale: english,
}

// hostileText tries to break out of the page, of an attribute and of the style, and to turn the direction of what follows.
const hostileText = "\u2069\u202e" + `</td></style><script>alert("x")</script><img src=http://evil.example onerror='y'>&amp;]]>"; } * { background: url(http://evil.example) }`

func render(t *testing.T, days []types.PresenceDay, before *types.PresenceDay, from origin) string {
	t.Helper()
	var page strings.Builder
	if err := newRegister(days, before, from).write(&page); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// hostile is a register whose every text tries to break out of the page.
func hostile() []types.PresenceDay {
	item := types.PresenceItem{
		ReservationNumber: hostileText, ReservationName: hostileText, ReservationAccommodationTitle: hostileText,
		ReservationAccommodationUnitNumber: hostileText, AgeGroupSpecificationDescription: "adult" + hostileText, NumOfPersons: new(2),
		GuestLocality: hostileText, GuestCountry: hostileText, GuestDocumentType: hostileText, ReservationDateTo: november(1),
	}
	child := item
	child.ReservationNumber, child.AgeGroupSpecificationDescription = "2", hostileText
	return []types.PresenceDay{
		{Date: november(1), Items: []types.PresenceItem{item, child, {}}},
		{Date: november(2), Items: []types.PresenceItem{}},
		{Date: november(3), Items: []types.PresenceItem{}},
		{Items: []types.PresenceItem{item}},
	}
}

// many returns so many nights, every third of them with nobody.
func many(n int) []types.PresenceDay {
	days := make([]types.PresenceDay, n)
	for i := range days {
		days[i] = types.PresenceDay{Date: november(1).AddDays(i), Items: []types.PresenceItem{}}
		if i%3 > 0 {
			days[i].Items = []types.PresenceItem{booked(1, 1, 5), booked(2, 1, 30)}
		}
	}
	return days
}

// elements reads a page strictly as XML: every element is closed, in order, and every
// attribute is quoted. It returns the start tags. Each text of the service is alone in a bdi, so that a name from right to
// left does not move what stands beside it, and may break.
func elements(t *testing.T, page string) []xml.StartElement {
	t.Helper()
	var found []xml.StartElement
	in := ""
	decoder := xml.NewDecoder(strings.NewReader(page))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatalf("the page is not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			found = append(found, token.Copy())
			in = token.Name.Local + fmt.Sprint(token.Attr)
		case xml.CharData:
			if strings.Contains(string(token), "evil") && in != "bdi[{{ class} long}]" && !strings.HasPrefix(in, "title") && !strings.HasPrefix(in, "style") {
				t.Errorf("%.40q is in %s", token, in)
			}
		case xml.EndElement:
			in = "after " + token.Name.Local
		}
	}
}

func TestPageIsSafeAndAlone(t *testing.T) {
	t.Parallel()
	spoiled := madeUp
	spoiled.Park = hostileText
	before := types.PresenceDay{Date: november(0), Items: hostile()[0].Items[1:]}
	before.Items[0].ReservationNumber = "left"
	tests := map[string]struct {
		days   []types.PresenceDay
		before *types.PresenceDay
	}{
		"one night":   {hostile()[:1], &before},
		"some nights": {hostile(), nil},
		"many nights": {append(many(mostLabels+1), hostile()[3]), nil},
		"two nights":  {[]types.PresenceDay{before, hostile()[0]}, nil},
	}
	for name, tt := range tests {
		for code, l := range locales {
			t.Run(name+" "+code, func(t *testing.T) {
				t.Parallel()
				from := spoiled
				from.Locale = l
				checkSafe(t, render(t, tt.days, tt.before, from))
			})
		}
	}
}

func checkSafe(t *testing.T, page string) {
	t.Helper()
	ids, links := map[string]bool{}, []string{}
	for _, e := range elements(t, page) {
		if slices.Contains([]string{"script", "img", "link", "iframe", "object", "use", "image", "base"}, e.Name.Local) {
			t.Errorf("the page holds a %s element", e.Name.Local)
		}
		for _, a := range e.Attr {
			switch name := a.Name.Local; {
			case name == "id" && ids[a.Value]:
				t.Errorf("two elements have the id %q", a.Value)
			case name == "id":
				ids[a.Value] = true
			case name == "href":
				links = append(links, a.Value)
			case name == "src" || name == "style" || strings.HasPrefix(name, "on"):
				t.Errorf("the page holds %s=%q", name, a.Value)
			}
		}
	}
	for _, link := range links {
		if !strings.HasPrefix(link, "#") || !ids[link[1:]] {
			t.Errorf("the link %q leads nowhere within the page", link)
		}
	}
	if strings.ContainsAny(page, "\u2069\u202e") {
		t.Error("the page holds a sign that turns texts")
	}
	_, rest, _ := strings.Cut(page, "<style>")
	style, _, found := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(style))
	hash := base64.StdEncoding.EncodeToString(sum[:])
	policy := "default-src &#39;none&#39;; style-src &#39;sha256-" + strings.ReplaceAll(hash, "+", "&#43;") + "&#39;"
	if !found || !strings.Contains(page, `content="`+policy+`"`) {
		t.Errorf("the page does not allow its style and nothing else: it lacks %s", policy)
	}
	for _, loads := range []string{"url(", "@import"} {
		if strings.Contains(style, loads) {
			t.Errorf("the style loads something with %s", loads)
		}
	}
	if quotes := strings.Count(style, `"`) % 2; quotes != 0 || strings.Contains(style, "evil.example") {
		t.Error("the name of the park breaks out of the style")
	}
}

func TestPageShowsTextAsGiven(t *testing.T) {
	t.Parallel()
	days := []types.PresenceDay{{Date: november(1), Items: []types.PresenceItem{{ReservationName: `=A & <b>"O'Brien"</b> Łódź`}}}}
	const want = "=A &amp; &lt;b&gt;&#34;O&#39;Brien&#34;&lt;/b&gt; Łódź"
	for name, before := range map[string]*types.PresenceDay{"one night": {}, "some nights": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if page := render(t, days, before, madeUp); !strings.Contains(page, want) {
				t.Errorf("the page does not hold %s", want)
			}
		})
	}
}

// Every printed sheet names the park, the period and the time of making.
func TestPrintedFooter(t *testing.T) {
	t.Parallel()
	from := madeUp
	from.Park, from.Locale = "Park A & B", locales["nl"]
	page := render(t, many(2), nil, from)
	for _, want := range []string{
		`@bottom-left { content: "Park A \26  B \b7  Nachtregister \b7  zondag 1 november 2026 \2013  maandag 2 november 2026"; }`,
		`@bottom-right { content: "6 december 2026\2c  09\3a 30 UTC \b7  " counter`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the style lacks %s", want)
		}
	}
}
