// SPDX-License-Identifier: MIT

package reservations_test

import (
	"context"
	"fmt"
	"log"
	"net/url"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func ExampleReservationsService_AdditionalGuest() {
	client := exampleClient(reservationstest.NewAdditionalGuest(7))
	guest, err := client.Reservations.AdditionalGuest(context.Background(), 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guest.Name, "from", guest.DateFrom.DateAsWritten())
	// Output: Bram Visser from 2026-11-20
}

func ExampleReservationsService_GroupReservations() {
	client := exampleClient(reservationstest.NewReservation(7),
		reservationstest.OfReservation(7, reservationstest.NewGroupReservation(8)))
	params := reservations.GroupReservationsParams{Token: reservationstest.Token(7)}
	group, err := client.Reservations.GroupReservations(context.Background(), 7, params)
	if err != nil {
		log.Fatal(err)
	}
	for _, reservation := range group {
		fmt.Println(reservation.Number, reservation.AccommodationTitle)
	}
	// Output: R000008 Chalet for six
}

func ExampleReservationsService_CurrentDiscountCodes() {
	client := exampleClient(reservationstest.NewReservation(7),
		reservationstest.OfReservation(7, reservationstest.NewDiscountCode(8)))
	codes, err := client.Reservations.CurrentDiscountCodes(context.Background(),
		reservations.CurrentDiscountCodesParams{Reservation: 7, Token: reservationstest.Token(7)})
	if err != nil {
		log.Fatal(err)
	}
	for _, code := range codes {
		fmt.Println(code.DiscountCodeSpecification.Code, code.DiscountCodeSpecification.OneTimeUse)
	}
	// Output: AUTUMN true
}

func ExampleReservationsService_AllRegistrationNumberEntries() {
	client := exampleClient(reservationstest.NewReservation(7),
		reservationstest.OfReservation(7, reservationstest.NewRegistrationNumberEntry(8)),
		reservationstest.NewRegistrationNumberEntry(9))
	params := reservations.RegistrationNumberEntriesParams{Reservation: 7}
	for entry, err := range client.Reservations.AllRegistrationNumberEntries(context.Background(), params) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(entry.Number)
	}
	// Output: AB-008-C
}

func ExampleGuestsService_Get() {
	client := exampleClient(reservationstest.NewGuest(7))
	guest, err := client.Guests.Get(context.Background(), 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guest.DisplayName, guest.Country)
	// Output: Anna de Vries NL
}

func ExampleAccommodationsService_Unit() {
	client := exampleClient(reservationstest.NewUnit(7))
	unit, err := client.Accommodations.Unit(context.Background(), 7, reservations.UnitParams{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(unit.ID, unit.Active)
	// Output: 7 true
}

func ExampleAccommodationsService_Category() {
	client := exampleClient(reservationstest.NewCategory(7))
	category, err := client.Accommodations.Category(context.Background(), 7, reservations.CategoryParams{Organization: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(category.ID, category.Locale)
	// Output: 7 en
}

func ExampleAccommodationsService_FacilityGroups() {
	client := exampleClient(reservationstest.NewFacilityGroup(7))
	groups, err := client.Accommodations.FacilityGroups(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(groups), "group with", len(groups[0].FacilityGroupSections), "section")
	// Output: 1 group with 1 section
}

func ExampleAccommodationsService_FacilityFilters() {
	client := exampleClient(reservationstest.NewFacilityFilter(7))
	params := reservations.FacilityFiltersParams{Locale: "en"}
	filters, err := client.Accommodations.FacilityFilters(context.Background(), params)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(filters), filters[0].ID)
	// Output: 1 7
}

func ExampleAccommodationsService_CampingEquipment() {
	client := exampleClient(reservationstest.NewCampingEquipment(7))
	equipment, err := client.Accommodations.CampingEquipment(context.Background(),
		reservations.CampingEquipmentParams{Archived: new(false)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(equipment), equipment[0].ID)
	// Output: 1 7
}

func ExampleSupplementsService_All() {
	client := exampleClient(reservationstest.NewSupplement(7), reservationstest.NewSupplement(8))
	for supplement, err := range client.Supplements.All(context.Background(), reservations.SupplementsParams{}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(supplement.ID, supplement.Active)
	}
	// Output:
	// 7 true
	// 8 true
}

func ExampleTransactionsService_Update() {
	client := exampleClient(reservationstest.NewTransaction(7))
	transaction, err := client.Transactions.Update(context.Background(), 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(transaction.Type, transaction.Amount)
	// Output: payment 100
}

func ExampleTaxProfilesService_Get() {
	client := exampleClient(reservationstest.NewTaxProfile(7))
	profile, err := client.TaxProfiles.Get(context.Background(), "7")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(profile.Name, profile.TaxProfileRates[0].TaxRateSpecification.DisplayName)
	// Output: Lodging 9%
}

func ExampleTasksService_Reset() {
	client := exampleClient(reservationstest.NewTask(7, func(t *types.Task) { t.Status, t.Done = "done", true }))
	task, err := client.Tasks.Reset(context.Background(), 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(task.Title, task.Status, task.Done)
	// Output: Clean open false
}

func ExampleTasksService_StaffMembers() {
	client := exampleClient(reservationstest.NewStaffMember(7), reservationstest.NewStaffMember(8))
	staff, err := client.Tasks.StaffMembers(context.Background(), reservations.StaffMembersParams{TaskCategory: 1})
	if err != nil {
		log.Fatal(err)
	}
	for _, member := range staff {
		fmt.Println(member.Name)
	}
	// Output:
	// Staff member 7
	// Staff member 8
}

func ExampleReportsService_CreateUtilityMeterReport() {
	client := exampleClient(reservationstest.NewUnit(3))
	report, err := client.Reports.CreateUtilityMeterReport(context.Background(), &types.UtilityMeterReportCreate{
		Type:              new(types.UtilityTypeWater),
		Quantity:          types.MustDecimal("102.750"), // sent digit for digit
		Datetime:          types.NewDateTime(time.Date(2026, time.November, 20, 9, 30, 0, 0, time.UTC)),
		AccommodationUnit: &types.RequestRef{ID: 3},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Type, report.Quantity)
	// Output: w 102.750
}

func ExampleVoIPService_SendEvent() {
	client := exampleClient()
	call, err := client.VoIP.SendEvent(context.Background(), types.VoIPEvent{
		Reference: "call-1",
		Status:    new(types.VoIPCallStatusRinging),
		Direction: new(types.VoIPCallDirectionIn),
		Answered:  new(false), // false is sent too
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(call.Reference, call.Status)
	// Output: call-1 ringing
}

func ExampleWebhooksService_Event() {
	client := exampleClient(reservationstest.NewWebhookEvent(7))
	events, err := client.Webhooks.Event(context.Background(), 7)
	if err != nil {
		log.Fatal(err)
	}
	var payload struct {
		ID int64 `json:"id"`
	}
	for _, event := range events {
		if err := event.Payload.Decode(&payload); err != nil {
			log.Fatal(err)
		}
		fmt.Println(event.ID, event.Status, payload.ID, event.Webhook.Secret) // secrets print redacted
	}
	// Output: 7 pending 1 REDACTED
}

func ExampleWebhooksService_Delete() {
	client := exampleClient(reservationstest.NewWebhook(7))
	fmt.Println(client.Webhooks.Delete(context.Background(), 7))
	// Output: <nil>
}

// A list is read with one loop over all its pages.
func ExampleReservationsService_AllSummaries() {
	client := exampleClient(reservationstest.NewSummary(7))
	ctx := context.Background()

	params := reservations.SummariesParams{
		DateFrom: time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC),
		DateTo:   time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC),
	}
	for summary, err := range client.Reservations.AllSummaries(ctx, params) {
		if err != nil {
			log.Fatal(err) // the last thing that is yielded; the records before it are good
		}
		fmt.Println(summary.Number, summary.DateFrom.DateAsWritten(), summary.Status, summary.TotalPrice)
	}
	// Output: R000007 2026-11-20 confirmed 700.00
}

// A reservation is changed on behalf of its guest, with its token.
func ExampleReservationsService_Update() {
	client := exampleClient(reservationstest.NewReservation(7))
	ctx := context.Background()

	params := reservations.UpdateReservationParams{Token: types.NewSecret("token-7")}
	changed, err := client.Reservations.Update(ctx, 7, params, &types.ReservationUpdate{
		DateTo: types.Set(types.NewDate(2026, 11, 28).DateTime()),
		Notes:  types.Set("arrives late"),
		Locale: types.Null[string](), // cleared; all other fields stay as they are
	})
	switch {
	case reservations.MayHaveWritten(err):
		log.Fatal("look at the reservation before you send this again: ", err)
	case reservations.IsTemporary(err):
		log.Fatal("nothing was changed, send it again later: ", err)
	case err != nil:
		log.Fatal(err)
	}
	fmt.Println(changed.Number, changed.DateTo.DateAsWritten(), changed.TotalPrice)
	// Output: R000007 2026-11-28 700.00
}

// In a form that a guest filled in, an empty text clears the field.
func ExampleReservationsService_UpdateAdditionalGuest() {
	client := exampleClient(reservationstest.NewReservation(7), reservationstest.OfReservation(7, reservationstest.NewAdditionalGuest(8)))
	ctx := context.Background()

	form := url.Values{"firstName": {"Els"}, "surname": {"Jansen"}, "prefix": {""}}
	params := reservations.UpdateAdditionalGuestParams{Reservation: 7, Token: types.NewSecret("token-7")}
	companion, err := client.Reservations.UpdateAdditionalGuest(ctx, 8, params, &types.ReservationAdditionalGuestUpdate{
		FirstName:     types.SetOrNull(form.Get("firstName")),
		Surname:       types.SetOrNull(form.Get("surname")),
		SurnamePrefix: types.SetOrNull(form.Get("prefix")),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(companion.Name)
	// Output: Els Jansen
}
