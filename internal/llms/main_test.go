// SPDX-License-Identifier: MIT

package main

import (
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

// TestPageHoldsTheSurface looks for one name of every kind, and for every operation.
func TestPageHoldsTheSurface(t *testing.T) {
	t.Parallel()
	data, err := write("../..")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, want := range []string{
		"\nconst Version = ",
		"\n\tErrNotFound = ",
		"\nfunc NewClient(baseURL, apiKey string, opts ...Option) (*Client, error)\n",
		"\nfunc (c *Client) With(opts ...Option) (*Client, error)\n",
		"\n\tOrganization int64 `param:\"required\"` // 0 means the client's default\n",
		"\nimport \"github.com/reservationkit/reservations-go/types\"\n",
		"\n\tReservationStatusCancelled ReservationStatus = \"cancelled\"",
		"\nfunc (s *Server) Inject(",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not hold %q", want)
		}
	}
	for _, unwanted := range []string{"\nfunc (c *Client) connect", " `json:", "\n\treturn get[", "Example"} {
		if at := strings.Index(page, unwanted); at >= 0 {
			t.Errorf("the page holds %q", page[at:min(at+80, len(page))])
		}
	}
	_, table, _ := strings.Cut(page, "\n## Operations\n\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")
	if len(rows) != len(reservations.Operations()) {
		t.Errorf("the page lists %d operations, want %d", len(rows), len(reservations.Operations()))
	}
	for _, row := range rows {
		if !strings.Contains(row, ": client.") {
			t.Errorf("no method's comment names the number of the operation: %s", row)
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
