// SPDX-License-Identifier: MIT

package doctor

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// canary is a part of every text, and canaryNumber is added to every number.
const (
	canary       = "kanari"
	canaryNumber = 7_000_000_000
)

// hidden is what no report may show. 70017 is the organization.
var hidden = regexp.MustCompile(`(?i)` + canary + `|7\d{8}|70017|` + testKey + `|` + testHost + `|example\.test`)

// TestNoTextOfTheService plants a canary in every text of a service. None is in the table, the JSON or the report.
func TestNoTextOfTheService(t *testing.T) {
	tests := []struct {
		name     string
		change   change
		answered int // questions with a verdict, at least
	}{
		{"values", plant(isNoDate, nil), 12},
		{"values and dates", plant(func(string) bool { return true }, nil), 1},
		{"names of fields", plant(isNoDate, map[string]any{
			"anna@" + canary + ".invalid": 1, strings.ToUpper(canary): "x", canary + " 1": "x", canary + "2026": nil, canary + ".name": []any{canary},
		}), 12},
		{"headers", headers, 9},
		{"a total that is an id", header("X-Total-Count", "700000012"), 8},
		{"an error of the offset", refuseWith(404, beyondTheEnd), 12},
		{"an error of the limit", refuseWith(422, largeLimit(presencePath)), 10},
		{"a limit", refuseWith(429, calls(4)), 5},
		{"no JSON", refuseWith(200, calls(1)), 0},
		{"a refused key", refuseWith(403, calls(2)), 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ask(t, changed(newPark(), test.change))
			var table, document strings.Builder
			if err := got.table(&table); err != nil {
				t.Fatal(err)
			}
			if err := cli.WriteJSON(&document, got.report); err != nil {
				t.Fatal(err)
			}
			for form, text := range map[string]string{"table": table.String(), "JSON and report": document.String()} {
				if found := hidden.FindAllString(text, -1); found != nil {
					t.Errorf("the %s holds %q:\n%s", form, found, text)
				}
			}
			n, _ := got.count()
			if answered := n[isConfirmed] + n[isContradicted]; answered < test.answered || len(got.Results) != len(checks) {
				t.Errorf("got %d of %d questions answered, want %d of %d", answered, len(got.Results), test.answered, len(checks))
			}
		})
	}
}

var isDate = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}`)

func isNoDate(text string) bool { return !isDate.MatchString(text) }

// plant puts a canary into the texts that a condition holds for, adds canaryNumber to all numbers, and adds fields to all
// objects.
func plant(isText func(string) bool, fields map[string]any) change {
	return document("", func(_ *http.Request, _ http.Header, value any) any {
		return each(value, func(o map[string]any) {
			for name, inner := range o {
				switch inner := inner.(type) {
				case string:
					if isText(inner) {
						o[name] = canary + " " + inner
					}
				case json.Number:
					if n, err := inner.Int64(); err == nil {
						o[name] = canaryNumber + n
					}
				}
			}
			maps.Copy(o, fields)
		})
	})
}

// headers puts canaries into the values and the names of headers.
func headers(w http.ResponseWriter, r *http.Request, next http.Handler) {
	document("", func(_ *http.Request, h http.Header, body any) any {
		for _, name := range []string{
			"Server", "Set-Cookie", "Etag", "Via", "Date", "Content-Type", "X-Request-Id", "X-Total-Count", "Retry-After",
			"X-RateLimit-Limit", "X-RateLimit-" + canary, canary,
		} {
			h.Set(name, canary+" 7000000120")
		}
		return body
	})(w, r, next)
}

// refuseWith responds with a status and a body full of canaries.
func refuseWith(status int, condition func(*http.Request) bool) change {
	body := fmt.Sprintf(`{"statusCode":%d,"description":"%s","errors":["%[2]s 7000000120"],"%[2]s":"%[2]s"}`, status, canary)
	return when(condition, reservationstest.Body(status, "text/"+canary, body))
}
