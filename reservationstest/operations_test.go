package reservationstest_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	rt "github.com/reservationkit/reservations-go/reservationstest"
)

// stocked returns a server with one of everything under id 1.
func stocked() *rt.Server {
	return rt.NewServer(rt.WithRecords(
		rt.NewReservation(1), rt.NewSummary(1), rt.NewGuest(1), rt.NewUnit(1), rt.NewCategory(1),
		rt.NewCampingEquipment(1), rt.NewFacilityGroup(1), rt.NewFacilityFilter(1), rt.NewSupplement(1),
		rt.NewTransaction(1), rt.NewTaxProfile(1), rt.NewTask(1), rt.NewStaffMember(1),
		rt.NewUtilityMeterReport(1), rt.NewWebhook(1), rt.NewWebhookEvent(1), rt.NewVoIPCall(1),
		rt.OfReservation(1, rt.NewAdditionalGuest(1), rt.NewGroupReservation(2), rt.NewDiscountCode(1),
			rt.NewRegistrationNumberEntry(1)),
	))
}

// documented is what the documents say of the parameters of an operation: their names by
// type, the required ones with an exclamation mark.
type documented struct {
	operation, method, path string

	ids, bools, times, texts, pages string

	errors  string // the one status that is documented for errors, where it decides
	include string // the allowed value of include[]
	body    string // a good body, where one is taken
}

var documentedOperations = []documented{
	{operation: rt.OpUpdateAdditionalGuest, method: "PUT", path: "/api/reservation_additional_guests/1", ids: "reservation!", texts: "token!", body: `{}`},
	{operation: rt.OpAdditionalGuest, method: "GET", path: "/api/reservation_additional_guests/1", errors: "404"},
	{operation: rt.OpUpdateReservation, method: "PUT", path: "/api/reservations/1", ids: "organization!", texts: "token!", bools: "public", body: `{}`},
	{operation: rt.OpUnit, method: "GET", path: "/api/accommodation_units/1", bools: "settings", include: "accommodations"},
	{operation: rt.OpSummaries, method: "GET", path: "/api/reservations/summaries", ids: "organization! accommodation",
		times: "dateFrom! dateTo! modifiedSince", texts: "referenceDate", bools: "confirmed includeClosed", pages: "offset limit"},
	{operation: rt.OpResetTask, method: "PUT", path: "/api/tasks/1/reset", errors: "404"},
	{operation: rt.OpSupplements, method: "GET", path: "/api/supplements/", include: "translations",
		ids: "organization! ownerStatementSpecification accommodation accommodationCategory localityCategory packageSpecification reservation",
		bools: "included deferred required guest normal package seasonal year hasUnitOfMeasurementAdditionalGuest " +
			"hasUnitOfMeasurementUtilityConsumption hasUnitOfMeasurementPreviousUtilityConsumption hasUnitOfMeasurementDeposit " +
			"hasPreferredUnitForGuest hasCheckinTime hasCheckoutTime relatedToCustomAccommodationUnitFeatures " +
			"relatedToCustomPackageSpecifications settings details archived public",
		texts: "description orderBy date dateFrom dateTo token", pages: "offset limit"},
	{operation: rt.OpGuest, method: "GET", path: "/api/guests/1", errors: "404"},
	{operation: rt.OpStaffMembers, method: "GET", path: "/api/staff_members/", ids: "taskCategory staffMemberOrganization"},
	{operation: rt.OpPresence, method: "GET", path: "/api/reports/presence", times: "dateFrom! dateTo",
		ids: "accommodationCategory", bools: "grouped includeCancelled", pages: "offset limit"},
	{operation: rt.OpUpdateTransaction, method: "PUT", path: "/api/transactions/1"},
	{operation: rt.OpFacilityGroups, method: "GET", path: "/api/facility_groups/"},
	{operation: rt.OpGroupReservations, method: "GET", path: "/api/reservations/1/group_reservations_list", ids: "organization!", texts: "token!"},
	{operation: rt.OpCategory, method: "GET", path: "/api/accommodation_categories/1", ids: "organization!"},
	{operation: rt.OpTaxProfile, method: "GET", path: "/api/tax_profiles/1", errors: "404"},
	{operation: rt.OpCurrentDiscountCodes, method: "GET", path: "/api/reservation_discount_codes/current", errors: "400", ids: "organization! reservation!", texts: "reservationToken!"},
	{operation: rt.OpRegistrationNumberEntries, method: "GET", path: "/api/registration_number_entries/", ids: "reservation", texts: "number", pages: "offset limit"},
	{operation: rt.OpCreateUtilityMeterReport, method: "POST", path: "/api/utility_meter_reports/", body: `{}`},
	{operation: rt.OpCampingEquipment, method: "GET", path: "/api/camping_equipment_specifications/", ids: "organization! accommodation", bools: "archived"},
	{operation: rt.OpFacilityFilters, method: "GET", path: "/api/facilities/filter",
		ids: "organization! category localityCategory accommodation division", texts: "selection locale"},
	{operation: rt.OpSendVoIPEvent, method: "POST", path: "/api/voip/webhook", body: `{"reference":"call-1"}`},
	{operation: rt.OpWebhookEvent, method: "GET", path: "/api/webhook_events/1", errors: "404"},
	{operation: rt.OpDeleteWebhook, method: "DELETE", path: "/api/webhooks/1", errors: "404"},
}

// param is one parameter with a good value, a bad one, and what is said about that.
type param struct {
	name, good, bad, wants string
	required               bool
}

// params returns the parameters of an operation but include[].
func (d documented) params() []param {
	var all []param
	add := func(names, good, bad, wants string) {
		for name := range strings.FieldsSeq(names) {
			name, required := strings.CutSuffix(name, "!")
			all = append(all, param{name, good, bad, name + ` is "` + bad + `", want ` + wants, required})
		}
	}
	add(d.ids, "1", "0", "an integer of at least 1")
	add(d.bools, "false", "0", "true or false")
	add(d.times, "2026-11-20T00:00:00Z", "2026-11-20", "a date-time such as 2026-11-20T00:00:00Z")
	add(d.pages, "1", "-1", "an integer of at least 0")
	add(d.texts, "token-1", "", "")
	for i, p := range all {
		switch {
		case p.name == "limit":
			all[i].wants = `limit is "-1", want an integer of at least 1`
		case strings.HasSuffix(strings.ToLower(p.name), "token") && p.required:
			all[i].wants = p.name + " is empty"
		case p.bad == "":
			all[i].wants = "" // any text will do
		}
	}
	return all
}

// query returns the required parameters with good values.
func (d documented) query() url.Values {
	query := url.Values{}
	for _, p := range d.params() {
		if p.required {
			query.Set(p.name, p.good)
		}
	}
	return query
}

// send calls a fresh server with one of everything.
func (d documented) send(t *testing.T, query url.Values) *http.Response {
	t.Helper()
	target := d.path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	client := &http.Client{Transport: once{t, stocked()}}
	return caller{t, client, "http://api.example.test"}.send(d.method, target, d.body)
}

// once calls a server, which must respond once: net/http would hide the rest.
type once struct {
	t   *testing.T
	srv *rt.Server
}

func (o once) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		r = r.Clone(r.Context())
		r.Body = http.NoBody // as a server gives it to a handler
	}
	recorder := httptest.NewRecorder()
	w := &onceWriter{ResponseWriter: recorder}
	o.srv.ServeHTTP(w, r)
	if w.responses != 1 {
		o.t.Errorf("%s %s: %d responses", r.Method, r.URL, w.responses)
	}
	return recorder.Result(), nil
}

// onceWriter counts the responses that a handler begins.
type onceWriter struct {
	http.ResponseWriter
	responses int
}

func (w *onceWriter) WriteHeader(status int) {
	w.responses++
	w.ResponseWriter.WriteHeader(status)
}

func TestDocumentedParameters(t *testing.T) {
	t.Parallel()
	for _, d := range documentedOperations {
		t.Run(d.operation, func(t *testing.T) {
			t.Parallel()
			all := d.query()
			for _, p := range d.params() {
				all.Set(p.name, p.good)
				d.testParam(t, p)
			}
			if d.include != "" {
				all["include[]"] = []string{d.include, d.include}
				query := d.query()
				query.Set("include[]", "other")
				wantError(t, d.send(t, query), 400, "Bad request", `include[] is "other", want `+d.include)
			}
			for _, query := range []url.Values{d.query(), all} {
				if resp := d.send(t, query); resp.StatusCode != http.StatusOK {
					t.Errorf("%v: status %d: %s", query, resp.StatusCode, readAll(t, resp))
				}
			}
			query := d.query()
			query.Set("extra", "1")
			wantError(t, d.send(t, query), 400, "Bad request", `there is no parameter "extra"`)
		})
	}
}

func (d documented) testParam(t *testing.T, p param) {
	t.Helper()
	query := d.query()
	query[p.name] = []string{p.good, p.good}
	wantError(t, d.send(t, query), 400, "Bad request", p.name+" is given 2 times")
	if p.wants != "" {
		query.Set(p.name, p.bad)
		wantError(t, d.send(t, query), 400, "Bad request", p.wants)
	}
	if p.required {
		query.Del(p.name)
		wantError(t, d.send(t, query), 400, "Bad request", p.name+" is missing")
	}
}

func TestDocumentedPaths(t *testing.T) {
	t.Parallel()
	methods := map[string][]string{}
	for _, d := range documentedOperations {
		methods[d.path] = append(methods[d.path], d.method)
	}
	for path, allowed := range methods {
		c := inMemory(t, stocked())
		resp := c.send("PATCH", path, "")
		wantError(t, resp, 405, "Method not allowed", "PATCH "+path+" matches no operation: this path takes "+strings.Join(allowed, ", "))
		if got := resp.Header.Get("Allow"); got != strings.Join(allowed, ", ") {
			t.Errorf("%s: Allow %q", path, got)
		}
		other, slash := strings.CutSuffix(path, "/")
		if !slash {
			other = path + "/"
		}
		if noID := strings.Replace(path, "/1", "/", 1); noID != path {
			wantError(t, c.send("GET", noID, ""), 404, "Not found", "GET "+noID+" matches no operation")
		}
		for _, near := range []string{other, "/x" + path, path + "/1", strings.ToUpper(path)} {
			wantError(t, c.send("GET", near, ""), 404, "Not found", "GET "+near+" matches no operation")
		}
	}
	if got := len(slices.Collect(maps.Keys(methods))); got != 22 {
		t.Errorf("%d paths, want 22", got)
	}
}

func TestIDs(t *testing.T) {
	t.Parallel()
	records := map[string]string{
		rt.OpAdditionalGuest: "ReservationAdditionalGuest", rt.OpUnit: "AccommodationUnit", rt.OpResetTask: "Task",
		rt.OpGuest: "Guest", rt.OpUpdateTransaction: "Transaction", rt.OpCategory: "AccommodationCategory",
		rt.OpTaxProfile: "TaxProfile", rt.OpWebhookEvent: "WebhookEvent", rt.OpDeleteWebhook: "Webhook",
	}
	for _, d := range documentedOperations {
		if !strings.Contains(d.path, "/1") {
			continue
		}
		t.Run(d.operation, func(t *testing.T) {
			t.Parallel()
			with := func(id string) *http.Response {
				d := d
				d.path = strings.Replace(d.path, "/1", "/"+id, 1)
				return d.send(t, d.query())
			}
			if record, known := records[d.operation]; known {
				wantError(t, with("2"), 404, "Not found", "there is no "+record+" with id 2")
			}
			if d.operation == rt.OpTaxProfile {
				wantError(t, with("a%2Fb%20c"), 404, "Not found", "there is no TaxProfile with id a/b c")
				return
			}
			for _, id := range []string{"x", "0", "-0", "-1", "+1", "01", "1.0", "1e0", "%201", "١", "9223372036854775808"} {
				text := strings.Replace(id, "%20", " ", 1)
				if d.errors == "404" {
					wantError(t, with(id), 404, "Not found", `there is no record with id "`+text+`": an id is an integer of at least 1`)
				} else {
					wantError(t, with(id), 400, "Bad request", `id is "`+text+`", want an integer of at least 1`)
				}
			}
		})
	}
}

// TestEveryOperationIsStrict has what holds for all operations alike.
func TestEveryOperationIsStrict(t *testing.T) {
	t.Parallel()
	for _, d := range documentedOperations {
		t.Run(d.operation, func(t *testing.T) {
			t.Parallel()
			srv := stocked()
			c := inMemory(t, srv)
			target := d.path + "?" + d.query().Encode()
			r := c.request(d.method, target)
			r.Header.Del("X-Api-Key")
			wantError(t, c.do(r), 401, "Unauthorized", "the header X-Api-Key is missing")
			if d.body == "" {
				wantError(t, c.send(d.method, target, "{}"), 400, "Bad request", "this operation takes no body")
			} else {
				wantError(t, c.send(d.method, target, `{"reference":"r"}`, "Content-Type", "text/plain"), 400, "Bad request",
					`Content-Type is "text/plain", want application/json`)
			}
			srv.Inject(d.operation, rt.Always(), rt.Status(503))
			wantError(t, c.send(d.method, target, d.body), 503, "Service unavailable")
			calls := srv.Calls()
			last := calls[len(calls)-1]
			if last.Operation != d.operation || last.Status != 503 || strings.Contains(d.path, "/1") != (last.ID == "1") {
				t.Errorf("the call is recorded as %s with id %q and status %d", last.Operation, last.ID, last.Status)
			}
		})
	}
}

func TestOrganization(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithOrganization(5), rt.WithRecords(rt.NewCategory(1)))
	c := inMemory(t, srv)
	wantError(t, c.send("GET", "/api/accommodation_categories/1?organization=6", ""), 400, "Bad request",
		"organization is 6, but this server holds only organization 5")
	if resp := c.send("GET", "/api/accommodation_categories/1?organization=5", ""); resp.StatusCode != http.StatusOK {
		t.Errorf("status %d for the right organization", resp.StatusCode)
	}
}
