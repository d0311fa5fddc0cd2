// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestResetTask(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := rt.NewServer(rt.WithRecords(rt.NewTask(1, func(task *types.Task) {
			task.Status, task.Done, task.StartedBy, task.CompletedBy = "done", true, "Bram", "Bram"
			task.Start, task.End = types.NewDateTime(november("20 10:00")), types.NewDateTime(november("20 11:00"))
		})))
		want := rt.NewTask(1, func(task *types.Task) { task.Modified = startOfTime })
		got := call[types.Task](t, srv, "PUT", "/api/tasks/1/reset", "")
		held, _ := rt.Get[types.Task](srv, 1)
		wantSame(t, []types.Task{want, want}, []types.Task{got, held})
	})
}

func TestUpdateTransaction(t *testing.T) {
	t.Parallel()
	for i, status := range []types.TransactionStatus{"open", "pending", "authorized", "paid", "failed", "refunding", "unknown", ""} {
		t.Run(string(status), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				want := rt.NewTransaction(1, func(x *types.Transaction) { x.Status = status })
				srv := rt.NewServer(rt.WithRecords(want))
				if i < 3 {
					want.Status, want.Processed, want.Cancelable, want.Modified = "paid", true, false, startOfTime
				}
				got := call[types.Transaction](t, srv, "PUT", "/api/transactions/1", "")
				wantSame(t, []types.Transaction{want, want}, append(rt.All[types.Transaction](srv), got))
			})
		})
	}
}

func TestCreateUtilityMeterReport(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := rt.NewServer()
		at := types.NewDateTime(november("20 14:00"))
		all := `{"quantity":"1234.500","type":"w","datetime":"2026-11-20T14:00:00Z","accommodationUnit":{"id":1}}`
		want := []types.UtilityMeterReport{
			{ID: 1_000_001, Type: "e", Datetime: startOfTime, Quantity: types.MustDecimal("0")},
			{ID: 1_000_002, Type: "w", Datetime: at, Quantity: types.MustDecimal("1234.5")},
		}
		for i, body := range []string{"", all} {
			wantSame(t, want[i], call[types.UtilityMeterReport](t, srv, "POST", reportTarget, body))
		}
		wantSame(t, want, rt.All[types.UtilityMeterReport](srv))
	})
}

// TestVoIPEvents follows two calls by their references.
func TestVoIPEvents(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	first := types.VoIPCall{ID: 1_000_001, Reference: "a", Status: "ringing", Direction: "in", Source: "+31"}
	second := types.VoIPCall{ID: 1_000_002, Reference: "b", Status: "queued", Notes: "Cot", Reservation: &types.ResponseRef{ID: 1}}
	hungUp := first
	hungUp.Status, hungUp.Answered, hungUp.Duration, hungUp.User = "hangup", true, 61, &types.ResponseRef{ID: 3}
	hungUp.EndDate = types.NewDateTime(november("20 14:01"))
	for _, test := range []struct {
		body string
		want types.VoIPCall
	}{
		{`{"reference":"a","status":"ringing","direction":"in","source":"+31"}`, first},
		{`{"reference":"b","event":"reservation-change-note","notes":"Cot","reservation":{"id":1}}`, second},
		{`{"reference":"a","status":"hangup","answered":true,"duration":61,"endDate":"2026-11-20T14:01:00Z","user":{"id":3}}`, hungUp},
	} {
		wantSame(t, test.want, call[types.VoIPCall](t, srv, "POST", voipTarget, test.body))
	}
	wantSame(t, []types.VoIPCall{hungUp, second}, rt.All[types.VoIPCall](srv))
}

// TestDeleteWebhook deletes its events too, and has no body in the response.
func TestDeleteWebhook(t *testing.T) {
	t.Parallel()
	ofSecond := rt.NewWebhookEvent(13, func(e *types.WebhookEvent) { e.Webhook = rt.NewWebhook(2) })
	srv := rt.NewServer(rt.WithRecords(rt.NewWebhook(1), rt.NewWebhook(2), rt.NewWebhookEvent(11), rt.NewWebhookEvent(12), ofSecond))
	wantSame(t, []types.WebhookEvent{rt.NewWebhookEvent(11)}, call[[]types.WebhookEvent](t, srv, "GET", "/api/webhook_events/11", ""))
	for _, status := range []int{http.StatusOK, http.StatusNotFound} { // the second time it is no longer there
		resp := inMemory(t, srv).send("DELETE", "/api/webhooks/1", "")
		if body := readAll(t, resp); resp.StatusCode != status || (body == "") != (status == http.StatusOK) {
			t.Errorf("got the status %d and the body %q, want %d", resp.StatusCode, body, status)
		}
		wantSame(t, status, srv.Requests()[len(srv.Requests())-1].Status)
	}
	wantSame(t, []types.Webhook{rt.NewWebhook(2)}, rt.All[types.Webhook](srv))
	wantSame(t, []types.WebhookEvent{ofSecond}, rt.All[types.WebhookEvent](srv))
}

const (
	updateTarget      = "/api/reservations/1?organization=1&token=token-1"
	updateGuestTarget = "/api/reservation_additional_guests/1?reservation=1&token=token-1"
)

// patched returns a record with fields from JSON in place of its own.
func patched[T any](t *testing.T, record T, patch string) T {
	t.Helper()
	fields := decoded[map[string]json.RawMessage](t, encoded(t, record))
	maps.Copy(fields, decoded[map[string]json.RawMessage](t, patch))
	return decoded[T](t, encoded(t, fields))
}

// TestUpdateReservation has one update at a time, and what it changes in the reservation and in its summary. Of the
// reservation 2 the server has a summary only.
func TestUpdateReservation(t *testing.T) {
	t.Parallel()
	const (
		sums     = `"totalPrice":%s,"orderLinesTotal":%s,"supplementOrderLinesTotal":%s,"taxTotal":%s,"balance":%[1]s,"advance":%[5]s`
		times    = `,"numOfDays":1,"checkin":"2026-11-22T14:00:00Z","checkout":"2026-11-23T09:00:00Z"`
		policy   = `,"checkinCheckoutPolicy":{"id":1,"checkin":{"datetime":"2026-11-22T14:00:00Z"},"checkout":{"datetime":"2026-11-23T09:00:00Z"}}`
		children = `{"id":1000001,"quantity":1,"description":"Children","ageGroupSpecification":{"id":2`
	)
	oneNight := fmt.Sprintf(sums, `"100.00"`, `"100.00"`, `"0.00"`, `"8.26"`, `"30.00"`)
	linen := fmt.Sprintf(sums, `"725.00"`, `"700.00"`, `"25.00"`, `"62.14"`, `"217.50"`)
	tests := []struct{ name, body, reservation, summary string }{
		{"no body", ``, `{}`, `{}`},
		{"texts", `{"notes":"Late","locale":"de"}`, `{"locale":"de"}`, `{"notes":"Late","locale":"de"}`},
		{"dates", `{"dateFrom":"2026-11-22","dateTo":"2026-11-23T00:00:00+01:00"}`,
			`{"dateFrom":"2026-11-22T00:00:00Z","dateTo":"2026-11-23T00:00:00+01:00",` + oneNight + times + policy + `}`,
			`{"dateFrom":"2026-11-22","dateTo":"2026-11-23T00:00:00+01:00",` + oneNight + times + `,"orderLines":[{"id":1,` +
				`"description":"Chalet for six","validFrom":"2026-11-22","validThrough":"2026-11-23T00:00:00+01:00","quantity":1,"numOfDays":1,"unitPrice":100,` +
				`"totalPricePerDay":100,"taxRate":9,"taxBaseAmount":91.74,"taxTotal":8.26,"totalPrice":100}]}`},
		{"dimensions of equipment", `{"campingEquipmentLength":7.25,"campingEquipmentWidth":2,"campingEquipmentWeight":1e3}`,
			`{"campingEquipmentLength":"7.25","campingEquipmentWidth":"2","campingEquipmentWeight":"1000"}`, `{}`},
		{"equipment", `{"campingEquipmentHeight":2.5,"campingEquipmentSpecification":{"id":1}}`,
			`{"campingEquipmentHeight":"2.5","campingEquipmentDescription":"Caravan"}`, `{}`},
		{"another unit", `{"accommodation":{"id":5},"accommodationUnit":{"id":4}}`, `{"accommodationTitle":"Tent","accommodationUnitNumber":"C4"}`,
			`{"accommodation":{"id":5,"title":"Tent"},"accommodationUnit":{"id":4,"number":"C4","locale":"en"}}`},
		{"unknown unit", `{"accommodation":{"id":6},"accommodationUnit":{"id":9}}`, `{"accommodationTitle":"","accommodationUnitNumber":""}`,
			`{"accommodation":{"id":6},"accommodationUnit":{"id":9}}`},
		{"age groups", `{"ageGroupLines":[{"id":1,"quantity":3},{"quantity":1,"ageGroupSpecification":{"id":2}}]}`,
			`{"numOfPersons":4,"ageGroupLines":[{"id":1,"quantity":3},` + children +
				`,"type":"child","description":"Children","minAge":3,"maxAge":17,"locale":"en"}}]}`,
			`{"numOfPersons":4,"ageGroupLines":[{"id":1,"quantity":3},` + children + `}}]}`},
		{"pets", `{"petLines":[{"quantity":2,"petSpecification":{"id":3}}]}`,
			`{"numOfPets":2,"petLines":[{"id":1000001,"quantity":2,"petSpecification":{"id":3}}]}`, `{}`},
		{"supplements", `{"supplementOrderLines":[{"quantity":2,"supplement":{"id":1}},{}]}`, `{` + linen + `}`,
			`{` + linen + `,"supplementOrderLines":[{"id":1000001,"description":"Bed linen","quantity":2,"unitPrice":12.5,"taxRate":"21",` +
				`"taxBaseAmount":20.66,"taxTotal":4.34,"totalPrice":25,"supplement":{"id":1}},{"id":1000002}]}`},
		{"guest", `{"guest":{"id":9,"firstName":"Els","salutation":"female"}}`, `{}`, `{"guest":{"id":1,"email":"anna@example.com","firstName":"Els",` +
			`"surname":"de Vries","locality":"Utrecht","country":"NL","locale":"en","salutation":"female"}}`},
		{"guest cleared", `{"guest":null}`, `{}`, `{"guest":null}`},
		{"unit and accommodation cleared", `{"accommodation":null,"accommodationUnit":null}`,
			`{"accommodationTitle":"","accommodationUnitNumber":""}`, `{"accommodation":null,"accommodationUnit":null}`},
		{"lines cleared", `{"ageGroupLines":null,"petLines":null,"supplementOrderLines":null}`, `{"numOfPersons":0,"numOfPets":0,"ageGroupLines":null}`,
			`{"numOfPersons":0,"ageGroupLines":null,"supplementOrderLines":null}`},
		{"equipment, notes and date cleared", `{"notes":null,"campingEquipmentSpecification":null,"dateTo":null}`,
			`{"campingEquipmentDescription":"","dateTo":null}`, `{"dateTo":null}`},
		{"fields without a counterpart", `{"packageSpecification":{"id":1}}`, `{}`, `{}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				srv := stocked()
				srv.Put(rt.NewUnit(4), rt.NewSummary(2, func(r *types.ReservationSummary) { r.Accommodation = &types.SummaryAccommodation{ID: 5, Title: "Tent"} }))
				reservation, _ := rt.Get[types.Reservation](srv, 1)    // with its additional guest
				reservation.NumOfPersons, reservation.NumOfPets = 5, 5 // what no line says
				reservation.CampingEquipmentDescription = "Tent"
				summary := rt.NewSummary(1, func(r *types.ReservationSummary) {
					r.NumOfPersons = new(5)
					r.SupplementOrderLines = []types.SummarySupplementOrderLine{{ID: 8, Description: "Cot"}}
				})
				srv.Put(reservation, summary)
				reservation, summary = patched(t, reservation, test.reservation), patched(t, summary, test.summary)
				summary.Modified = startOfTime

				got := call[types.Reservation](t, srv, "PUT", updateTarget, test.body)
				held, _ := rt.Get[types.Reservation](srv, 1)
				wantSame(t, []types.Reservation{reservation, reservation}, []types.Reservation{got, held})
				heldSummary, _ := rt.Get[types.ReservationSummary](srv, 1)
				wantSame(t, summary, heldSummary)
			})
		})
	}
}

func TestUpdateAdditionalGuest(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, want string }{
		{"no body", ``, `{}`},
		{"name", `{"firstName":"Els","surnamePrefix":"van","surname":"Dijk"}`,
			`{"firstName":"Els","surnamePrefix":"van","surname":"Dijk","name":"Els van Dijk"}`},
		{"dates", `{"birthDate":"2000-01-02","dateFrom":"2026-11-21","dateTo":"2026-11-22T10:00:00Z"}`,
			`{"birthDate":"2000-01-02","dateFrom":"2026-11-21T00:00:00Z","dateTo":"2026-11-22T10:00:00Z"}`},
		{"age group", `{"ageGroupSpecification":{"id":2}}`,
			`{"ageGroupSpecification":{"id":2,"type":"child","description":"Children","minAge":3,"maxAge":17,"locale":"en"},` +
				`"ageGroupSpecificationDescription":"Children"}`},
		{"cleared", `{"surname":null,"birthDate":null,"dateTo":null,"ageGroupSpecification":null}`,
			`{"surname":"","name":"Bram","dateTo":null,"ageGroupSpecification":null,"ageGroupSpecificationDescription":""}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				srv := stocked()
				want := patched(t, rt.NewAdditionalGuest(1), test.want)
				want.Modified = startOfTime
				answered := call[types.ReservationAdditionalGuest](t, srv, "PUT", updateGuestTarget, test.body)
				shown := call[types.ReservationAdditionalGuest](t, srv, "GET", "/api/reservation_additional_guests/1", "")
				reservation := call[types.Reservation](t, srv, "PUT", updateTarget, "")
				got := append([]types.ReservationAdditionalGuest{answered, shown}, reservation.AdditionalGuests...)
				wantSame(t, []types.ReservationAdditionalGuest{want, want, want}, got)
			})
		})
	}
}

// TestBirthDateIsSentAsADateTime, as it is documented, although a types.Date is written as its day.
func TestBirthDateIsSentAsADateTime(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithRecords(rt.NewGuest(7, func(g *types.Guest) { g.BirthDate = types.NewDate(2000, 1, 2) })))
	if text := readAll(t, inMemory(t, srv).send("GET", "/api/guests/7", "")); !strings.Contains(text, `"birthDate":"2000-01-02T00:00:00Z"`) {
		t.Error(text)
	}
}
