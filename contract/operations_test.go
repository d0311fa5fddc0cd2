package contract

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// methods has the method of every operation. What an operation takes and answers is read
// from its signature; a walk over many pages stands behind the method for one page.
var methods = map[string]any{
	"accommodations.campingEquipment":        (*reservations.AccommodationsService).CampingEquipment,
	"accommodations.category":                (*reservations.AccommodationsService).Category,
	"accommodations.facilityFilters":         (*reservations.AccommodationsService).FacilityFilters,
	"accommodations.facilityGroups":          (*reservations.AccommodationsService).FacilityGroups,
	"accommodations.unit":                    (*reservations.AccommodationsService).Unit,
	"guests.get":                             (*reservations.GuestsService).Get,
	"reports.createUtilityMeterReport":       (*reservations.ReportsService).CreateUtilityMeterReport,
	"reports.presence":                       (*reservations.ReportsService).PresencePage,
	"reservations.additionalGuest":           (*reservations.ReservationsService).AdditionalGuest,
	"reservations.currentDiscountCodes":      (*reservations.ReservationsService).CurrentDiscountCodes,
	"reservations.groupReservations":         (*reservations.ReservationsService).GroupReservations,
	"reservations.registrationNumberEntries": (*reservations.ReservationsService).RegistrationNumberEntriesPage,
	"reservations.summaries":                 (*reservations.ReservationsService).SummariesPage,
	"reservations.update":                    (*reservations.ReservationsService).Update,
	"reservations.updateAdditionalGuest":     (*reservations.ReservationsService).UpdateAdditionalGuest,
	"supplements.list":                       (*reservations.SupplementsService).Page,
	"taxProfiles.get":                        (*reservations.TaxProfilesService).Get,
	"tasks.reset":                            (*reservations.TasksService).Reset,
	"tasks.staffMembers":                     (*reservations.TasksService).StaffMembers,
	"transactions.update":                    (*reservations.TransactionsService).Update,
	"voip.sendEvent":                         (*reservations.VoIPService).SendEvent,
	"webhooks.delete":                        (*reservations.WebhooksService).Delete,
	"webhooks.event":                         (*reservations.WebhooksService).Event,
}

// A signature tells what an operation is called with and what it answers; nil is nothing.
type signature struct {
	id     reflect.Type // what fills {id} in the path
	params reflect.Type
	body   reflect.Type
	answer reflect.Type // what the body of the answer is decoded into
}

// signatureOf reads a method as func(service, context, [id], [params], [body], options).
func signatureOf(t *testing.T, operation string) signature {
	t.Helper()
	if methods[operation] == nil {
		t.Fatalf("%s is an operation without a method: add a row to methods in operations_test.go", operation)
	}
	var s signature
	method := reflect.TypeOf(methods[operation])
	for i := 2; i < method.NumIn()-1; i++ {
		switch in := method.In(i); {
		case in.Kind() == reflect.Int64 || in.Kind() == reflect.String:
			s.id = in
		case strings.HasSuffix(in.Name(), "Params"):
			s.params = in
		default:
			s.body = in
		}
	}
	if method.NumOut() > 1 {
		s.answer = method.Out(0)
	}
	if s.answer == reflect.TypeFor[*reservations.PresencePage]() {
		s.answer = reflect.TypeFor[[]types.PresenceDay]() // and a header beside it
	}
	return s
}

// eachOperation calls f with every operation of openapi.yaml.
func eachOperation(doc *openapi3.T, f func(reservations.Operation, *openapi3.Operation)) {
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			class := reservations.WriteClass
			if method == http.MethodGet {
				class = reservations.ReadClass
			}
			f(reservations.Operation{Name: op.OperationID, Method: method, Path: path, Class: class}, op)
		}
	}
}

func TestOperationsAreThoseOfTheClient(t *testing.T) {
	t.Parallel()
	byName := func(a, b reservations.Operation) int { return strings.Compare(a.Name, b.Name) }
	var listed []reservations.Operation
	eachOperation(load(t), func(o reservations.Operation, _ *openapi3.Operation) { listed = append(listed, o) })
	slices.SortFunc(listed, byName)
	if diff := cmp.Diff(listed, slices.SortedFunc(slices.Values(reservations.Operations()), byName)); diff != "" {
		t.Errorf("operations.go is not what openapi.yaml lists; final slashes count (-openapi.yaml +operations.go):\n%s", diff)
	}
	for name := range methods {
		if !slices.ContainsFunc(listed, func(o reservations.Operation) bool { return o.Name == name }) {
			t.Errorf("methods in operations_test.go has a row %s, which is no operation", name)
		}
	}
}
