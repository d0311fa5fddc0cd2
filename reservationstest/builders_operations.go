package reservationstest

import (
	"fmt"
	"strconv"

	"github.com/reservationkit/reservations-go/types"
)

// NewTransaction returns a payment of 100 that is open (operation 11).
func NewTransaction(id int64, changes ...func(*types.Transaction)) types.Transaction {
	return build(types.Transaction{
		ID:         id,
		Type:       types.TransactionTypePayment,
		Status:     types.TransactionStatusOpen,
		Amount:     types.NewDecimal(100),
		Cancelable: true,
		Created:    at(1, 9),
	}, changes)
}

// NewTaxProfile returns a tax profile with one rate (operation 15).
func NewTaxProfile(id int64, changes ...func(*types.TaxProfile)) types.TaxProfile {
	return build(types.TaxProfile{
		ID:                       id,
		Name:                     "Lodging",
		Country:                  "NL",
		ReservationReferenceDate: "date-from",
		TaxProfileRates: []types.TaxProfileRate{{
			ID: id, ValidFrom: at(1, 0), TaxRateSpecification: types.TaxRateSpecification{DisplayName: "9%"},
		}},
	}, changes)
}

// NewTask returns an open task for a unit, due on 20 November 2026 (operation 6).
func NewTask(id int64, changes ...func(*types.Task)) types.Task {
	return build(types.Task{
		ID:                        id,
		Title:                     "Clean",
		OriginalDueDate:           at(20, 0),
		DueDate:                   at(20, 0),
		DueTime:                   "00:00:00",
		Priority:                  200,
		Status:                    types.TaskStatusOpen,
		AccommodationUnit:         types.Ptr(taskUnit(1)),
		TaskAttachments:           []types.TaskAttachment{},
		TaskCategories:            []types.TaskCategory{{ID: 1, Description: "Cleaning"}},
		TaskChangeNotes:           []types.TaskChangeNote{},
		TaskChecklist:             []types.TaskChecklist{},
		StaffMemberSpecifications: []types.StaffMemberSpecification{},
		Created:                   at(1, 9),
	}, changes)
}

// taskUnit returns a unit as it stands in a task, where more is known of it.
func taskUnit(id int64) types.AccommodationUnit {
	return NewUnit(id, func(u *types.AccommodationUnit) { u.Content.Organization = &types.Ref{ID: 1} })
}

// NewStaffMember returns a person who cleans (operation 9).
func NewStaffMember(id int64, changes ...func(*types.StaffMemberSpecification)) types.StaffMemberSpecification {
	return build(types.StaffMemberSpecification{
		ID:                      id,
		Name:                    fmt.Sprintf("Staff member %d", id),
		Email:                   fmt.Sprintf("staff%d@example.com", id),
		Created:                 at(1, 9),
		TaskCategory:            &types.TaskCategory{ID: 1, Description: "Cleaning"},
		StaffMemberOrganization: &types.StaffMemberOrganization{ID: 1, Name: "Housekeeping"},
	}, changes)
}

// NewUtilityMeterReport returns a reading of an electricity meter (operation 18).
func NewUtilityMeterReport(id int64, changes ...func(*types.UtilityMeterReport)) types.UtilityMeterReport {
	return build(types.UtilityMeterReport{
		ID:       id,
		Type:     types.UtilityTypeElectricity,
		Datetime: at(20, 14),
		Quantity: types.MustDecimal("1234.500"),
	}, changes)
}

// NewWebhook returns an active webhook (operation 23).
func NewWebhook(id int64, changes ...func(*types.Webhook)) types.Webhook {
	return build(types.Webhook{
		ID:     id,
		URL:    fmt.Sprintf("https://hooks.example.com/%d", id),
		Secret: types.NewSecret("signing-secret"),
		Events: []string{"example"},
		Active: true,
	}, changes)
}

// NewWebhookEvent returns a delivery that has not been sent yet to the webhook that
// [NewWebhook] makes with ID 1 (operation 22). Put the webhook as well for operation 23.
func NewWebhookEvent(id int64, changes ...func(*types.WebhookEvent)) types.WebhookEvent {
	return build(types.WebhookEvent{
		ID:        strconv.FormatInt(id, 10),
		Event:     "example",
		SubjectID: 1,
		Payload:   types.Object(`{"id":1}`),
		Status:    types.WebhookEventStatusPending,
		Webhook:   NewWebhook(1),
	}, changes)
}

// NewVoIPCall returns an incoming call that is ringing (operation 21).
func NewVoIPCall(id int64, changes ...func(*types.VoIPCall)) types.VoIPCall {
	return build(types.VoIPCall{
		ID:          id,
		Reference:   fmt.Sprintf("call-%d", id),
		Status:      types.CallStatusRinging,
		Source:      "+31201234567",
		Destination: "+31207654321",
		Direction:   types.CallDirectionIn,
		BeginDate:   at(20, 14),
	}, changes)
}
