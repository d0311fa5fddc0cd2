// SPDX-License-Identifier: MIT

package recording_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest/recording"
	"github.com/reservationkit/reservations-go/types"
)

// otherService is an implementation of a part of the API by hand: its records are maps, some values
// have another type than documented, and it sends fields that are not documented.
func otherService() http.Handler {
	const people = 41
	pageOf := func(r *http.Request) (from, to int) {
		limit := 25
		if text := r.URL.Query().Get("limit"); text != "" {
			limit, _ = strconv.Atoi(text)
		}
		from, _ = strconv.Atoi(r.URL.Query().Get("offset"))
		from = min(from, people)
		return from, min(from+min(limit, 15), people)
	}
	name := func(n int) string { return fmt.Sprintf("Xanthippe Quill-%s", string(rune('A'+n%13))) }
	send := func(w http.ResponseWriter, value any) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_ = json.NewEncoder(w).Encode(value)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /park/api/guests/{id}", func(w http.ResponseWriter, r *http.Request) {
		if r.PathValue("id") != "860861" {
			w.WriteHeader(http.StatusNotFound)
			send(w, map[string]any{"statusCode": 404, "description": "Not found", "errors": []string{"no guest " + canary}})
			return
		}
		send(w, map[string]any{
			"id": "860861", "uuid": "860861aa-1111-4222-8333-860861860861", "email": "x.quill@example.org", "surname": "Quill",
			"locale": "nl", "created": "2026-11-01T09:00:00+01:00", "verified": 1, "displayName": "Xanthippe Quill",
			"firstName": "Xanthippe", "birthDate": "1907-03-09", "phoneNumber": "+31 6 860861", "roles": []any{"Quill's chair"},
			"customFields": map[string]any{"dog": "Quilly", "x.quill@example.org": 860861}, "subscribed": false, "attachments": []any{},
			"loyalty": map[string]any{"cardNumber": "0860861", "points": 1907, "since": "1907-05-01", "ownerId": 860861, "gold": true},
		})
	})
	mux.HandleFunc("GET /park/api/reservations/summaries", func(w http.ResponseWriter, r *http.Request) {
		from, to := pageOf(r)
		list := []any{}
		for n := from; n < to; n++ {
			list = append(list, map[string]any{
				"id": 860861000 + n, "token": fmt.Sprint("quill", n), "name": name(n), "numOfPersons": "2", "totalPrice": "12.50",
				"status": "confirmed", "guest": map[string]any{"id": 860861, "surname": name(n), "country": "Quillonia"}, "mood": name(n),
			})
		}
		send(w, list)
	})
	mux.HandleFunc("GET /park/api/reports/presence", func(w http.ResponseWriter, r *http.Request) {
		from, to := pageOf(r)
		w.Header().Set("X-Total-Count", strconv.Itoa(people))
		var days []any
		for day := range 5 {
			items := []any{}
			for n := from; n < to; n++ {
				if (n+day)%4 != 0 && n%9 != 0 { // some are never there
					items = append(items, map[string]any{
						"reservationId": 860861000 + n, "reservationName": name(n), "numOfPersons": 1 + n%3, "guestLocality": "Quill am See",
						"plate": fmt.Sprintf("QUILL-%d", n),
					})
				}
			}
			days = append(days, map[string]any{"date": fmt.Sprintf("2026-11-%d", 20+day), "items": items, "weather": "Quillish"})
		}
		send(w, days)
	})
	return mux
}

// missing is the id of no guest.
const missing = 860862

// read reads all that the other service has.
func read(t *testing.T, client *reservations.Client, id int64, limit int) (read []any) {
	t.Helper()
	guest, err := client.Guests.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	from := types.NewDate(2026, time.November, 20)
	days, err := client.Reports.Presence(t.Context(), reservations.PresenceParams{DateFrom: from, DateTo: from.AddDays(4), Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	read = append(read, *guest, days)
	params := reservations.SummariesParams{DateFrom: from.Midnight(), DateTo: from.AddDays(4).Midnight(), Organization: 1, Limit: limit}
	for summary, err := range client.Reservations.AllSummaries(t.Context(), params) {
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, summary)
	}
	if _, err := client.Guests.Get(t.Context(), missing); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("the error is %v, want a 404", err)
	}
	return read
}

// TestRecordingOfAnotherService records and plays an independent implementation of the API.
func TestRecordingOfAnotherService(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(otherService())
	t.Cleanup(server.Close)
	path := t.TempDir() + "/other.jsonl"
	recorder, err := recording.NewRecorder(path, nil, recording.KeepIDs(1, missing))
	if err != nil {
		t.Fatal(err)
	}
	client, err := reservations.NewClient(server.URL+"/park", "quill-key", reservations.WithHTTPClient(&http.Client{Transport: recorder}))
	if err != nil {
		t.Fatal(err)
	}
	original := read(t, client, 860861, 10)
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	wantNoCanary(t, content(t, path))
	played := recording.NewClient(t, path)
	first := read(t, played, 2, 10)
	replaced := map[string]string{}
	for i, value := range original {
		compare(t, fmt.Sprint(i), decoded(t, value), decoded(t, first[i]), replaced)
	}
	if len(replaced) < 2*41 {
		t.Errorf("only %d values are compared", len(replaced))
	}
	for _, limit := range []int{3, 15, 100} {
		if diff := cmp.Diff(decoded(t, first), decoded(t, read(t, recording.NewClient(t, path), 2, limit))); diff != "" {
			t.Errorf("a limit of %d reads something else (-first +now):\n%.2000s", limit, diff)
		}
	}
	extra := first[0].(types.Guest).Extra["loyalty"]
	want := `{"nosoluzefa":"0000000","lumi":true,"meqaquw":100000,"meqaqu":1000,"duger":"1950-01-02"}`
	if diff := cmp.Diff(want, string(extra)); diff != "" {
		t.Errorf("fields that are not documented are others (-want +got):\n%s", diff)
	}
}
