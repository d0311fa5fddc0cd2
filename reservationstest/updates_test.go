package reservationstest_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const (
	updateTarget      = "/api/reservations/1?organization=1&token=token-1"
	updateGuestTarget = "/api/reservation_additional_guests/1?reservation=1&token=token-1"
)

func quantity(n int64) types.Number { return types.NewNumber(n) }

// startOfTime is when a synctest bubble begins.
var startOfTime = types.NewDateTime(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))

// TestUpdateReservation has one update at a time and what it changes in the reservation
// and in its summary.
func TestUpdateReservation(t *testing.T) {
	tests := map[string]struct {
		body        string
		reservation func(*types.Reservation)
		summary     func(*types.ReservationSummary)
	}{
		"no body": {"", nil, nil},
		"nothing": {"{}", nil, nil},
		"texts": {`{"notes":"Late","locale":"de"}`,
			func(r *types.Reservation) { r.Locale = "de" },
			func(s *types.ReservationSummary) { s.Notes, s.Locale = "Late", "de" }},
		"booleans": {`{"preferredUnitForGuest":true,"package":true,"seasonal":true,"year":true}`,
			func(r *types.Reservation) {
				r.PreferredUnitForGuest, r.Package, r.Seasonal, r.Year = true, true, true, true
			},
			func(s *types.ReservationSummary) { s.PreferredUnitForGuest = types.Ptr(true) }},
		"dates": {`{"dateFrom":"2026-11-22","dateTo":"2026-11-23T00:00:00+01:00"}`,
			func(r *types.Reservation) {
				r.DateFrom = types.NewDateTime(november("22 00:00"))
				r.DateTo = types.NewDateTime(november("22 23:00"))
				r.NumOfDays = types.Ptr(1)
			},
			func(s *types.ReservationSummary) {
				s.DateFrom, s.DateTo, s.NumOfDays = asSent(t, "2026-11-22"), asSent(t, "2026-11-23T00:00:00+01:00"), types.Ptr(1)
			}},
		"equipment": {`{"campingEquipmentLength":7.25,"campingEquipmentWidth":2,"campingEquipmentHeight":2.5,"campingEquipmentWeight":1e3,"campingEquipmentSpecification":{"id":1}}`,
			func(r *types.Reservation) {
				r.CampingEquipmentLength = types.MustDecimal("7.25")
				r.CampingEquipmentWidth = types.MustDecimal("2")
				r.CampingEquipmentHeight = types.MustDecimal("2.5")
				r.CampingEquipmentWeight = types.MustDecimal("1000")
				r.CampingEquipmentDescription = "Caravan"
			}, nil},
		"another unit": {`{"accommodation":{"id":5},"accommodationUnit":{"id":4}}`,
			func(r *types.Reservation) { r.AccommodationUnitNumber = "C4" },
			func(s *types.ReservationSummary) {
				s.Accommodation = &types.SummaryAccommodation{ID: 5}
				s.AccommodationUnit = &types.SummaryAccommodationUnit{ID: 4, Number: "C4", Locale: "en"}
			}},
		"age groups": {`{"ageGroupLines":[{"id":1,"quantity":3,"ageGroupSpecification":{"id":2}},{"quantity":1,"ageGroupSpecification":{"id":9}}]}`,
			func(r *types.Reservation) {
				r.NumOfPersons = 4
				children := rt.NewAgeGroup(2, func(g *types.AgeGroupSpecification) { g.Description = "Children" })
				r.AgeGroupLines = []types.AgeGroupLine{
					{ID: 1, Description: "Children", Quantity: quantity(3), AgeGroupSpecification: &children},
					{ID: 1_000_001, Quantity: quantity(1), AgeGroupSpecification: &types.AgeGroupSpecification{ID: 9}},
				}
			},
			func(s *types.ReservationSummary) {
				s.NumOfPersons = types.Ptr(4)
				s.AgeGroupLines = []types.SummaryAgeGroupLine{
					{ID: 1, Description: "Children", Quantity: quantity(3), AgeGroupSpecification: &types.Ref{ID: 2}},
					{ID: 1_000_001, Quantity: quantity(1), AgeGroupSpecification: &types.Ref{ID: 9}},
				}
			}},
		"no age groups": {`{"ageGroupLines":[]}`,
			func(r *types.Reservation) { r.NumOfPersons, r.AgeGroupLines = 0, []types.AgeGroupLine{} },
			func(s *types.ReservationSummary) {
				s.NumOfPersons, s.AgeGroupLines = types.Ptr(0), []types.SummaryAgeGroupLine{}
			}},
		"cleared": {`{"notes":null,"accommodation":null,"accommodationUnit":null,"ageGroupLines":null,"petLines":null,"supplementOrderLines":null,"campingEquipmentSpecification":null,"dateTo":null}`,
			func(r *types.Reservation) {
				r.AccommodationUnitNumber, r.CampingEquipmentDescription = "", ""
				r.NumOfPersons, r.NumOfPets, r.AgeGroupLines = 0, 0, nil
				r.DateTo = types.DateTime{}
			},
			func(s *types.ReservationSummary) {
				s.Accommodation, s.AccommodationUnit, s.AgeGroupLines, s.SupplementOrderLines = nil, nil, nil, nil
				s.NumOfPersons, s.DateTo = types.Ptr(0), types.DateTime{}
			}},
		"guest in part cleared": {`{"guest":{"firstName":null}}`, nil,
			func(s *types.ReservationSummary) { s.Guest.FirstName = "" }},
		"guest cleared": {`{"guest":null}`, nil,
			func(s *types.ReservationSummary) { s.Guest = nil }},
		"pets": {`{"petLines":[{"quantity":2,"petSpecification":{"id":3}}]}`,
			func(r *types.Reservation) {
				r.NumOfPets = 2
				r.PetLines = []types.PetLine{{ID: 1_000_001, Quantity: quantity(2), PetSpecification: &types.PetSpecification{ID: 3}}}
			}, nil},
		"supplements": {`{"supplementOrderLines":[{"quantity":2,"supplement":{"id":1}},{}]}`, nil,
			func(s *types.ReservationSummary) {
				s.SupplementOrderLines = []types.SummarySupplementOrderLine{
					{ID: 1_000_001, Description: "Bed linen", Quantity: quantity(2), Supplement: &types.Ref{ID: 1}},
					{ID: 1_000_002},
				}
			}},
		"guest": {`{"guest":{"firstName":"Els","salutation":"female"}}`, nil,
			func(s *types.ReservationSummary) { s.Guest.FirstName, s.Guest.Salutation = "Els", "female" }},
		"without a counterpart": {`{"packageSpecification":{"id":1},"accommodationPriceComponentGroup":{"id":1},"preferredAccommodationUnitFeatures":[{"id":1}]}`, nil, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				srv := stocked()
				srv.Put(rt.NewUnit(4), rt.NewAgeGroup(2, func(g *types.AgeGroupSpecification) { g.Description = "Children" }))
				reservation, _ := rt.Get[types.Reservation](srv, 1)
				reservation.NumOfPersons, reservation.NumOfPets = 5, 5 // what no line says
				reservation.CampingEquipmentDescription = "Tent"
				summary := rt.NewSummary(1, func(s *types.ReservationSummary) {
					s.NumOfPersons = types.Ptr(5)
					s.SupplementOrderLines = []types.SummarySupplementOrderLine{{ID: 8, Description: "Cot"}}
				})
				srv.Put(reservation, summary)
				summary.Modified = startOfTime
				if test.reservation != nil {
					test.reservation(&reservation)
				}
				if test.summary != nil {
					test.summary(&summary)
				}
				c := inMemory(t, srv)
				answered := read[types.Reservation](t, c.send("PUT", updateTarget, test.body))
				held, _ := rt.Get[types.Reservation](srv, 1)
				listed := read[[]types.ReservationSummary](t, c.send("GET", summariesTarget, ""))
				if diff := cmp.Diff([]types.Reservation{reservation, reservation}, []types.Reservation{answered, held}); diff != "" {
					t.Errorf("reservation (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff([]types.ReservationSummary{summary}, listed); diff != "" {
					t.Errorf("summary (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestUpdateMovesTheStayInTheRegister(t *testing.T) {
	t.Parallel()
	srv := stocked()
	srv.SetBookings(rt.Booking{ID: 1, DateFrom: day(2), DateTo: day(3)}, rt.Booking{ID: 2})
	c := inMemory(t, srv)
	for _, test := range []struct {
		body     string
		from, to types.Date
	}{
		{`{"locale":"de"}`, day(2), day(3)},
		{`{"dateTo":"2026-11-28"}`, day(20), day(28)},
		{`{"dateFrom":"2026-11-21"}`, day(21), day(28)},
	} {
		c.send("PUT", updateTarget, test.body)
		want := []rt.Booking{{ID: 1, DateFrom: test.from, DateTo: test.to}, {ID: 2}}
		if diff := cmp.Diff(want, srv.Bookings()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.body, diff)
		}
	}
}

func TestUpdateReservationRefusals(t *testing.T) {
	t.Parallel()
	srv := stocked()
	srv.Put(rt.NewReservation(3, func(r *types.Reservation) { r.Token = types.Secret{} }))
	c := inMemory(t, srv)
	for _, id := range []string{"1", "2", "3"} {
		wantError(t, c.send("PUT", "/api/reservations/"+id+"?organization=1&token=canary", `{"locale":"de"}`), 404, "Not found",
			"there is no Reservation with id "+id+" and this token")
	}
	wantError(t, c.send("PUT", updateTarget, `{"locale":"de","dateTo":"2026-11-19"}`), 400, "Bad request", "dateTo is before dateFrom")
	wantError(t, c.send("PUT", "/api/reservations/summaries", `{}`), 405, "Method not allowed", "PUT /api/reservations/summaries matches no operation: this path takes GET")
	if got, _ := rt.Get[types.Reservation](srv, 1); got.Locale != "en" || !got.DateTo.Equal(rt.NewReservation(1).DateTo) {
		t.Errorf("a refused update changed locale or dateTo: %q, %v", got.Locale, got.DateTo)
	}
}

func TestTokensAreChecked(t *testing.T) {
	t.Parallel()
	for _, d := range documentedOperations {
		for _, p := range d.params() {
			if p.required && strings.HasSuffix(strings.ToLower(p.name), "token") {
				query := d.query()
				query.Set(p.name, "canary")
				status, description := 404, "Not found"
				if d.errors == "400" {
					status, description = 400, "Bad request"
				}
				wantError(t, d.send(t, query), status, description, "there is no Reservation with id 1 and this token")
			}
		}
	}
}

func TestUpdateAdditionalGuest(t *testing.T) {
	tests := map[string]struct {
		body   string
		change func(*types.ReservationAdditionalGuest)
	}{
		"no body": {"", func(*types.ReservationAdditionalGuest) {}},
		"name": {`{"firstName":"Els","surnamePrefix":"van","surname":"Dijk"}`, func(g *types.ReservationAdditionalGuest) {
			g.FirstName, g.SurnamePrefix, g.Surname, g.Name = "Els", "van", "Dijk", "Els van Dijk"
		}},
		"dates": {`{"birthDate":"2000-01-02","dateFrom":"2026-11-21","dateTo":"2026-11-22T10:00:00Z"}`, func(g *types.ReservationAdditionalGuest) {
			g.BirthDate = types.NewDate(2000, 1, 2)
			g.DateFrom, g.DateTo = types.NewDateTime(november("21 00:00")), types.NewDateTime(november("22 10:00"))
		}},
		"age group": {`{"ageGroupSpecification":{"id":2}}`, func(g *types.ReservationAdditionalGuest) {
			g.AgeGroupSpecification, g.AgeGroupSpecificationDescription = types.Ptr(rt.NewAgeGroup(2)), "Adults"
		}},
		"unknown age group": {`{"ageGroupSpecification":{"id":3}}`, func(g *types.ReservationAdditionalGuest) {
			g.AgeGroupSpecification, g.AgeGroupSpecificationDescription = &types.AgeGroupSpecification{ID: 3}, ""
		}},
		"cleared": {`{"surname":null,"dateTo":null,"ageGroupSpecification":null}`, func(g *types.ReservationAdditionalGuest) {
			g.Surname, g.Name, g.DateTo = "", "Bram", types.DateTime{}
			g.AgeGroupSpecification, g.AgeGroupSpecificationDescription = nil, ""
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				srv := stocked()
				srv.Put(rt.NewAgeGroup(2))
				c := inMemory(t, srv)
				want := rt.NewAdditionalGuest(1, test.change)
				want.Modified = startOfTime
				answered := read[types.ReservationAdditionalGuest](t, c.send("PUT", updateGuestTarget, test.body))
				shown := read[types.ReservationAdditionalGuest](t, c.send("GET", "/api/reservation_additional_guests/1", ""))
				reservation := read[types.Reservation](t, c.send("PUT", updateTarget, ""))
				got := append([]types.ReservationAdditionalGuest{answered, shown}, reservation.AdditionalGuests...)
				if diff := cmp.Diff([]types.ReservationAdditionalGuest{want, want, want}, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestUpdateAdditionalGuestOfAnother(t *testing.T) {
	t.Parallel()
	srv := stocked()
	srv.Put(rt.NewReservation(2), rt.NewAdditionalGuest(5))
	c := inMemory(t, srv)
	wantError(t, c.send("PUT", "/api/reservation_additional_guests/1?reservation=2&token=token-2", ""), 404, "Not found",
		"reservation 2 has no additional guest with id 1")
	wantError(t, c.send("PUT", "/api/reservation_additional_guests/5?reservation=1&token=token-1", ""), 404, "Not found",
		"reservation 1 has no additional guest with id 5")
}

func TestResetTask(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := rt.NewServer(rt.WithRecords(rt.NewTask(1, func(task *types.Task) {
			task.Status, task.Done, task.StartedBy, task.CompletedBy = "done", true, "Bram", "Bram"
			task.Start, task.End = types.NewDateTime(november("20 10:00")), types.NewDateTime(november("20 11:00"))
		})))
		want := rt.NewTask(1, func(task *types.Task) { task.Modified = startOfTime })
		answered := read[types.Task](t, inMemory(t, srv).send("PUT", "/api/tasks/1/reset", ""))
		held, _ := rt.Get[types.Task](srv, 1)
		if diff := cmp.Diff([]types.Task{want, want}, []types.Task{answered, held}); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestUpdateTransaction(t *testing.T) {
	t.Parallel()
	for status, want := range map[types.TransactionStatus]types.TransactionStatus{
		"open": "paid", "pending": "paid", "authorized": "paid", "paid": "paid", "failed": "failed", "refunding": "refunding", "unknown": "unknown", "": "",
	} {
		srv := rt.NewServer(rt.WithRecords(rt.NewTransaction(1, func(x *types.Transaction) { x.Status = status })))
		got := read[types.Transaction](t, inMemory(t, srv).send("PUT", "/api/transactions/1", ""))
		changed := status != want
		if got.Status != want || got.Processed != changed || got.Cancelable == changed || got.Modified.IsZero() == changed {
			t.Errorf("%q: %+v", status, got)
		}
		if held, _ := rt.Get[types.Transaction](srv, 1); !cmp.Equal(held, got) {
			t.Errorf("%q: held %+v", status, held)
		}
	}
}

func TestCreateUtilityMeterReport(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := rt.NewServer()
		c := inMemory(t, srv)
		tests := []struct {
			body string
			want types.UtilityMeterReport
		}{
			{"", types.UtilityMeterReport{ID: 1_000_001, Type: "e", Datetime: startOfTime, Quantity: types.MustDecimal("0.000")}},
			{`{"quantity":"1234.500","type":"w","datetime":"2026-11-20T14:00:00Z","accommodationUnit":{"id":1}}`, types.UtilityMeterReport{
				ID: 1_000_002, Type: "w", Datetime: types.NewDateTime(november("20 14:00")), Quantity: types.MustDecimal("1234.500"),
			}},
		}
		var want []types.UtilityMeterReport
		for _, test := range tests {
			got := read[types.UtilityMeterReport](t, c.send("POST", "/api/utility_meter_reports/", test.body))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.body, diff)
			}
			want = append(want, test.want)
		}
		if diff := cmp.Diff(want, rt.All[types.UtilityMeterReport](srv)); diff != "" {
			t.Errorf("held (-want +got):\n%s", diff)
		}
	})
}

// TestVoIPEvents follows two calls by their references.
func TestVoIPEvents(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	c := inMemory(t, srv)
	first := types.VoIPCall{ID: 1_000_001, Reference: "a", Status: "ringing", Direction: "in", Source: "+31"}
	second := types.VoIPCall{ID: 1_000_002, Reference: "b", Status: "queued", Notes: "Wants a cot", Reservation: &types.Ref{ID: 1}}
	hungUp := first
	hungUp.Status, hungUp.Answered, hungUp.Duration, hungUp.User = "hangup", true, 61, &types.Ref{ID: 3}
	hungUp.EndDate = types.NewDateTime(november("20 14:01"))
	for _, test := range []struct {
		body string
		want types.VoIPCall
	}{
		{`{"reference":"a","status":"ringing","direction":"in","source":"+31"}`, first},
		{`{"reference":"b","event":"reservation-change-note","notes":"Wants a cot","reservation":{"id":1}}`, second},
		{`{"reference":"a","event":"call","status":"hangup","answered":true,"duration":61,"endDate":"2026-11-20T14:01:00Z","user":{"id":3}}`, hungUp},
	} {
		if diff := cmp.Diff(test.want, read[types.VoIPCall](t, c.send("POST", "/api/voip/webhook", test.body))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.body, diff)
		}
	}
	if diff := cmp.Diff([]types.VoIPCall{hungUp, second}, rt.All[types.VoIPCall](srv)); diff != "" {
		t.Errorf("held (-want +got):\n%s", diff)
	}
}

// TestUpdatedDatesAreInstants: the service writes every date that it was sent in one form.
func TestUpdatedDatesAreInstants(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ method, target, body, want string }{
		{"PUT", updateGuestTarget, `{"birthDate":"2000-01-02"}`, `"birthDate":"2000-01-02T00:00:00Z"`},
		{"PUT", updateGuestTarget, `{"dateFrom":"2026-11-21"}`, `"dateFrom":"2026-11-21T00:00:00Z"`},
		{"PUT", updateGuestTarget, `{"dateTo":"2026-11-22 10:00:00"}`, `"dateTo":"2026-11-22T10:00:00Z"`},
		{"PUT", updateTarget, `{"dateFrom":"2026-11-21"}`, `"dateFrom":"2026-11-21T00:00:00Z"`},
		{"PUT", updateTarget, `{"dateTo":"2026-11-22 10:00:00"}`, `"dateTo":"2026-11-22T10:00:00Z"`},
		{"POST", "/api/utility_meter_reports/", `{"datetime":"2026-11-22 10:00:00"}`, `"datetime":"2026-11-22T10:00:00Z"`},
	} {
		t.Run(test.target+test.body, func(t *testing.T) {
			t.Parallel()
			if sent := readAll(t, inMemory(t, stocked()).send(test.method, test.target, test.body)); !strings.Contains(sent, test.want) {
				t.Errorf("the response has no %s: %s", test.want, sent)
			}
		})
	}
}
