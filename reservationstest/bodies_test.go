// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"strings"
	"testing"

	rt "github.com/reservationkit/reservations-go/reservationstest"
)

const (
	reportTarget = "/api/utility_meter_reports/"
	voipTarget   = "/api/voip/webhook"
)

// TestBodies has one wrong body after the other, by the operation, and what is said of it.
func TestBodies(t *testing.T) {
	t.Parallel()
	const (
		aDate = ", want a date such as 2026-11-20 or a date-time such as 2026-11-20T14:00:00Z"
		state = ", want one of queued, starting, ringing, ongoing, busy, hangup, no-answer"
		event = ", want one of call, reservation-change-note"
	)
	type rows []struct{ body, want string } // want has the errors with a semicolon between them
	operations := []struct {
		method, target string
		bodies         rows
	}{
		{"PUT", updateTarget, rows{
			{`{`, `the body is not valid JSON`},
			{`{} {}`, `the body is not valid JSON`},
			{`[]`, `the body is [], want an object`},
			{` null `, `the body is null, want an object`},
			{`{"accommodation":{"id":null}}`, `accommodation.id is null, want an integer`},
			{`{"features":[null]}`, `features[0] is null, want an object`},
			{`{"locale":5,"package":"true"}`, `locale is 5, want a string; package is "true", want true or false`},
			{`{"guest":{"salutation":"Male"}}`, `guest.salutation is "Male", want one of male, female, family`},
			{`{"guest":{"birthDate":"1.2.2000"}}`, `guest.birthDate is "1.2.2000"` + aDate},
			{`{"guest":[]}`, `guest is [], want an object`},
			{`{"dateFrom":"tomorrow","dateTo":""}`, `dateFrom is "tomorrow"` + aDate + `; dateTo is ""` + aDate},
			{`{"campingEquipmentLength":"2.5"}`, `campingEquipmentLength is "2.5", want a number`},
			{`{"accommodation":7}`, `accommodation is 7, want an object`},
			{`{"accommodation":{"id":"7"}}`, `accommodation.id is "7", want an integer`},
			{`{"accommodation":{"id":7.5}}`, `accommodation.id is 7.5, want an integer`},
			{`{"ageGroupLines":{}}`, `ageGroupLines is {}, want an array`},
			{`{"ageGroupLines":[{},{"quantity":"1"}]}`, `ageGroupLines[1].quantity is "1", want a number`},
			{`{"petLines":[{"petSpecification":{"id":true}}]}`, `petLines[0].petSpecification.id is true, want an integer`},
			{`{"features":[1]}`, `features[0] is 1, want an object`},
		}},
		{"PUT", "/api/transactions/1", rows{{`{}`, `this operation takes no body`}}},
		{"PUT", updateGuestTarget, rows{
			{`{"firstName":true}`, `firstName is true, want a string`},
			{`{"birthDate":"0000-00-00"}`, `birthDate is "0000-00-00"` + aDate},
		}},
		{"POST", reportTarget, rows{
			{`{"type":null}`, `type is null, want a string`},
			{`{"quantity":12.5}`, `quantity is 12.5, want a string`},
			{`{"quantity":"12,5"}`, `quantity is "12,5", want a decimal such as 1234.500`},
			{`{"type":"electricity"}`, `type is "electricity", want one of e, w, g`},
			{`{"datetime":"now"}`, `datetime is "now"` + aDate},
		}},
		{"POST", voipTarget, rows{
			{``, `the body is missing`},
			{`{}`, `reference is missing`},
			{`{"reference":""}`, `reference is empty`},
			{`{"reference":null}`, `reference is null, want a string`},
			{`{"reference":"a","source":null}`, `source is null, want a string`},
			{`{"reference":"a","event":"note"}`, `event is "note"` + event},
			{`{"reference":"a","status":"answered"}`, `status is "answered"` + state},
			{`{"reference":"a","direction":"inbound"}`, `direction is "inbound", want one of in, out`},
			{`{"reference":"a","beginDate":"x","endDate":"y"}`, `beginDate is "x"` + aDate + `; endDate is "y"` + aDate},
			{`{"reference":"a","answerDate":"z"}`, `answerDate is "z"` + aDate},
			{`{"reference":"a","answered":0}`, `answered is 0, want true or false`},
			{`{"reference":"a","duration":"61"}`, `duration is "61", want an integer`},
			{`{"reference":"a","duration":61.5}`, `duration is 61.5, want an integer`},
			{`{"reference":"a","reservation":{},"user":{}}`, `reservation.id is missing; user.id is missing`},
		}},
	}
	for _, operation := range operations {
		for _, test := range operation.bodies {
			t.Run(operation.target+test.body, func(t *testing.T) {
				t.Parallel()
				resp := inMemory(t, stocked()).send(operation.method, operation.target, test.body)
				wantError(t, resp, 400, strings.Split(test.want, "; ")...)
			})
		}
	}
}

func TestContentType(t *testing.T) {
	t.Parallel()
	c := inMemory(t, rt.NewServer())
	for _, good := range []string{"application/json", "application/json; charset=utf-8", "Application/JSON"} {
		if resp := c.send("POST", reportTarget, `{}`, "Content-Type", good); resp.StatusCode != 200 {
			t.Errorf("%s: the status is %d, want 200", good, resp.StatusCode)
		}
	}
	for _, bad := range []string{"", "text/json", "application/x-www-form-urlencoded", "json;;"} {
		resp := c.send("POST", reportTarget, `{}`, "Content-Type", bad)
		wantError(t, resp, 400, `Content-Type is "`+bad+`", want application/json`)
	}
}
