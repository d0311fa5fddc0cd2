// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
)

func TestPageIsCurrent(t *testing.T) {
	t.Parallel()
	want, err := write("../..")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../llms.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) == string(want) {
		return
	}
	gotLines, wantLines := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(gotLines), len(wantLines)) {
		if gotLines[i] != wantLines[i] {
			t.Fatalf("llms.txt is not current, run go run ./internal/llms in the top folder; line %d is\n\t%s\nwant\n\t%s", i+1, gotLines[i], wantLines[i])
		}
	}
	t.Fatalf("llms.txt is not current, run go run ./internal/llms in the top folder: it has %d lines, want %d", len(gotLines), len(wantLines))
}

// TestPageHoldsTheSurface looks for one name of every kind, and for every operation. The page is
// short enough to be read before every task.
func TestPageHoldsTheSurface(t *testing.T) {
	t.Parallel()
	data, err := write("../..")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	if len(page) > 40<<10 {
		t.Errorf("the page has %d bytes, want 40 KB at most: leave out what go doc tells as well", len(page))
	}
	for _, want := range []string{
		"<!-- SPDX-License-Identifier: MIT -->\n\n# reservations-go\n",
		"\n- constants and variables: IncludeAccommodations, ", "ErrNotFound, ",
		"\n- NewClient(baseURL, apiKey string, opts ...Option) (*Client, error): returns a client",
		".With(opts ...Option) (*Client, error)",
		"\n- UpdateReservationParams: Organization int64!; Token types.Secret!; Public *bool\n",
		"\n- RetryPolicy { MaxAttempts int; ",
		"\nimport \"github.com/reservationkit/reservations-go/types\"\n",
		"\n- ReservationStatus { string } constants ReservationStatus…: Cancelled, ",
		"\n- PresenceDay { Date Date; Items []PresenceItem }\n  - .Persons() int\n",
		"; .Inject(operation string, when When, fault Fault); ",
		"\n  - Guests.Get(id int64) (*types.Guest, error)\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not hold %q", want)
		}
	}
	for _, unwanted := range []string{"connect(", "json:", "return get[", "Example"} {
		if at := strings.Index(page, unwanted); at >= 0 {
			t.Errorf("the page holds %q", page[at:min(at+80, len(page))])
		}
	}
	_, list, _ := strings.Cut(page, "\n## Operations\n")
	list, _, _ = strings.Cut(list, "\n## ")
	for i, op := range reservations.Operations() {
		if !strings.Contains(list, fmt.Sprintf("\n%d. %s %s, %s\n  - ", i+1, op.Method, op.Path, op.Class)) {
			t.Errorf("no method's comment names the number of the operation %d, %s", i+1, op.Name)
		}
	}
}

// TestMethodsNameTheirOperation: without the number a method is not in the list.
func TestMethodsNameTheirOperation(t *testing.T) {
	t.Parallel()
	pkg, err := parse("../..")
	if err != nil {
		t.Fatal(err)
	}
	services := 0
	for _, typ := range pkg.doc.Types {
		if !strings.HasSuffix(typ.Name, "Service") {
			continue
		}
		services++
		for _, method := range typ.Methods {
			if !slices.Contains(everywhere, method.Name) && !operationNumber.MatchString(method.Doc) {
				t.Errorf("the comment of %s.%s does not name the number of its operation", typ.Name, method.Name)
			}
		}
	}
	if services < 10 {
		t.Errorf("package reservations has %d services", services)
	}
}
