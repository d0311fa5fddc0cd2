// SPDX-License-Identifier: MIT

package register

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/demo"
	"github.com/reservationkit/reservations-go/types"
)

// TestPicture holds the README's picture to the command above it: run in the night that the words
// for the picture name, the command makes a page with the figures of these words. The picture is
// the top of that page, taken with
//
//	chromium --headless --hide-scrollbars --window-size=1120,1206 --screenshot=docs/night-register.png night-register.html
func TestPicture(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```sh\ngo run ./cmd/reservations register --demo([^\n]*)\n```\n\n[^`]*?" +
		`!\[(Night of (\w+ \d+ \w+ \d+) [^]]+)\]\(docs/night-register.png\)`).FindStringSubmatch(string(readme))
	if shown == nil {
		t.Fatal("the README shows no command and below it the picture with its figures in words")
	}
	night, err := time.Parse("Monday 2 January 2006", shown[3])
	if err != nil {
		t.Fatal(err)
	}
	o, err := parse(night.Add(36*time.Hour), strings.Fields(shown[1])...)
	if err != nil {
		t.Fatal(err)
	}
	server := demo.New(demo.Seed, o.From, o.To)
	defer server.Close()
	days := server.Register(reservations.PresenceParams{DateFrom: types.DateOf(night).AddDays(-1), DateTo: o.To})
	r := newRegister(days[1:], &days[0], origin{Locale: locales[o.lang], Park: o.park, Demo: true})

	words := fmt.Sprintf("%s in an invented park: %s persons, %d reservations", r.Period, r.Locale.count(r.All.Persons), r.All.Reservations)
	for _, part := range r.Moves.Parts {
		words += fmt.Sprintf(", %d %s", len(part.Stays), strings.ToLower(part.Title))
	}
	if shown[2] != words {
		t.Errorf("the README's picture shows\n%s\nand the command makes\n%s", shown[2], words)
	}
}
