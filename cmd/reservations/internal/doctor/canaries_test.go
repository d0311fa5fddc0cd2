// SPDX-License-Identifier: MIT

package doctor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/types"
)

// TestReportsHoldNoValue asks 1,000 services whose records have a canary in every field, and whose
// responses have random shapes. No canary is in a report, nor the key, the host or the organization.
func TestReportsHoldNoValue(t *testing.T) {
	const services = 1000
	seeds := make([]uint64, services)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	answered := 0
	for _, seed := range testkit.Cases(200, seeds) {
		synctest.Test(t, func(t *testing.T) {
			service := &canaries{Rand: rand.New(rand.NewPCG(seed, 22)), t: t, address: "anna@kanari.invalid"}
			report := ask(t, service)
			var text bytes.Buffer
			if err := report.Write(&text); err != nil {
				t.Fatal(err)
			}
			for _, canary := range append(service.placed, service.address, "kanari", testKey, "park.example.test", "70017") {
				if bytes.Contains(text.Bytes(), []byte(canary)) {
					t.Errorf("seed %d: the report holds %q", seed, canary)
				}
			}
			for _, r := range report.Results {
				if r.Verdict == Confirmed || r.Verdict == Contradicted {
					answered++
				}
			}
			if len(service.placed) < 100 {
				t.Errorf("seed %d: only %d canaries were placed", seed, len(service.placed))
			}
		})
	}
	if answered == 0 {
		t.Error("no question was answered")
	}
}

// canaries is a service that responds with random records.
type canaries struct {
	*rand.Rand
	t       *testing.T
	address string // the name of a field in many records
	placed  []string
}

var shapes = map[string]reflect.Type{
	presencePath:                             reflect.TypeFor[[]types.PresenceDay](),
	summariesPath:                            reflect.TypeFor[[]types.ReservationSummary](),
	supplementsPath:                          reflect.TypeFor[[]types.Supplement](),
	"/api/registration_number_entries/":      reflect.TypeFor[[]types.RegistrationNumberEntry](),
	"/api/facility_groups/":                  reflect.TypeFor[[]types.FacilityGroup](),
	"/api/facilities/filter":                 reflect.TypeFor[[]types.FacilityFilterItem](),
	"/api/camping_equipment_specifications/": reflect.TypeFor[[]types.CampingEquipmentSpecification](),
	"/api/guests/":                           reflect.TypeFor[types.Guest](),
	"/api/accommodation_units/":              reflect.TypeFor[types.AccommodationUnit](),
}

// RoundTrip responds with a random record of the kind that is asked for, or with an error.
func (c *canaries) RoundTrip(r *http.Request) (*http.Response, error) {
	shape := shapes[r.URL.Path]
	if shape == nil {
		shape = shapes[r.URL.Path[:strings.LastIndex(r.URL.Path, "/")+1]]
	}
	if shape == nil {
		c.t.Errorf("an unexpected request: %s", r.URL.Path)
	}
	w := httptest.NewRecorder()
	h := w.Header()
	h.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	h.Set("X-Total-Count", []string{"120", "3", "0", c.text()}[c.IntN(4)])
	for _, name := range []string{"Etag", "Age", "Via", "Cache-Control", "X-RateLimit-Limit", "Retry-After", "Server", "Set-Cookie", "X-Request-Id"} {
		if c.IntN(6) == 0 {
			h.Set(name, c.text())
		}
	}
	var body any
	if c.IntN(12) == 0 {
		w.Code = []int{400, 404, 422, 500}[c.IntN(4)]
		body = map[string]any{"statusCode": w.Code, "description": c.text(), "errors": []string{c.text()}, c.text(): c.text()}
	} else {
		body = c.value(shape, 0)
	}
	if err := json.NewEncoder(w.Body).Encode(body); err != nil {
		c.t.Error(err)
	}
	response := w.Result()
	response.Request, response.StatusCode = r, w.Code
	return response, nil
}

// text is a new canary.
func (c *canaries) text() string {
	n := strconv.Itoa(100_000_000 + c.IntN(900_000_000))
	text := []string{"Kanari " + n, "kanari" + n, "KANARI-" + n, n, n + "@kanari.example", "\"" + n + "\" <k>", "Ä" + n}[c.IntN(7)]
	c.placed = append(c.placed, n)
	return text
}

// value is a random value for a field of a type.
func (c *canaries) value(t reflect.Type, depth int) any {
	if c.IntN(60) == 0 {
		return []any{nil, c.text(), []any{c.text()}, map[string]any{c.text(): c.text()}, true}[c.IntN(5)]
	}
	switch t {
	case reflect.TypeFor[types.Date](), reflect.TypeFor[types.DateTime]():
		return c.date(t)
	case reflect.TypeFor[types.Decimal](), reflect.TypeFor[types.Number]():
		return c.amount()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return c.value(t.Elem(), depth)
	case reflect.Bool:
		return c.IntN(2) == 0
	case reflect.Int, reflect.Float64:
		return c.IntN(9)
	case reflect.Int64:
		return c.amount()
	case reflect.Slice:
		list := []any{}
		for range c.length(depth) {
			list = append(list, c.value(t.Elem(), depth+1))
		}
		return list
	case reflect.Struct:
		if record := c.record(t, depth); len(record) > 0 {
			return record
		}
	}
	return c.text()
}

func (c *canaries) length(depth int) int {
	if depth == 0 {
		return c.IntN(7)
	}
	return c.IntN(3)
}

// record has most of the fields of a type, and sometimes others.
func (c *canaries) record(t reflect.Type, depth int) map[string]any {
	record := map[string]any{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name != "" && name != "-" && c.IntN(10) > 0 {
			record[name] = c.value(t.Field(i).Type, depth+1)
		}
	}
	if len(record) > 0 && c.IntN(2) == 0 {
		record["petPolicy"] = c.text()
		record[c.text()] = c.text()
		record[c.address] = c.text()
	}
	return record
}

// amount is a number that is a canary, as a number or a text.
func (c *canaries) amount() any {
	n := 100_000_000 + c.IntN(900_000_000)
	c.placed = append(c.placed, strconv.Itoa(n))
	if c.IntN(3) == 0 {
		return strconv.Itoa(n)
	}
	return n
}

// date is a day that a request may be about, or a canary.
func (c *canaries) date(t reflect.Type) any {
	day := today.AddDays(-c.IntN(registerDays))
	switch {
	case c.IntN(20) == 0:
		return c.text()
	case t == reflect.TypeFor[types.Date]():
		return day.String()
	}
	return fmt.Sprintf("%sT%02d:00:00%s", day, c.IntN(24), []string{"Z", "+02:00", ""}[c.IntN(3)])
}
