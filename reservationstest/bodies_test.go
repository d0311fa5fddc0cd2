package reservationstest_test

import (
	"testing"

	rt "github.com/reservationkit/reservations-go/reservationstest"
)

const (
	reportTarget = "/api/utility_meter_reports/"
	voipTarget   = "/api/voip/webhook"
)

func TestBodies(t *testing.T) {
	t.Parallel()
	const aDate = ", want a date such as 2026-11-20 or a date-time such as 2026-11-20T14:00:00Z"
	tests := []struct {
		target, body string
		want         []string
	}{
		{updateTarget, `{`, []string{`the body is not valid JSON`}},
		{updateTarget, `{} {}`, []string{`the body is not valid JSON`}},
		{updateTarget, `[]`, []string{`the body is [], want an object`}},
		{updateTarget, ` null `, []string{`the body is null, want an object`}},
		{updateTarget, `{"accommodation":{"id":null}}`, []string{`accommodation.id is null, want an integer`}},
		{updateTarget, `{"features":[null]}`, []string{`features[0] is null, want an object`}},
		{reportTarget, `{"type":null}`, []string{`type is null, want a string`}},
		{voipTarget, `{"reference":"a","source":null}`, []string{`source is null, want a string`}},
		{updateTarget, `{"locale":5,"package":"true"}`, []string{`locale is 5, want a string`, `package is "true", want true or false`}},
		{updateTarget, `{"guest":{"salutation":"Male"}}`, []string{`guest.salutation is "Male", want one of male, female, family`}},
		{updateTarget, `{"guest":{"birthDate":"1.2.2000"}}`, []string{`guest.birthDate is "1.2.2000"` + aDate}},
		{updateTarget, `{"guest":[]}`, []string{`guest is [], want an object`}},
		{updateTarget, `{"dateFrom":"tomorrow","dateTo":""}`, []string{`dateFrom is "tomorrow"` + aDate, `dateTo is ""` + aDate}},
		{updateTarget, `{"campingEquipmentLength":"2.5"}`, []string{`campingEquipmentLength is "2.5", want a number`}},
		{updateTarget, `{"accommodation":7}`, []string{`accommodation is 7, want an object`}},
		{updateTarget, `{"accommodation":{"id":"7"}}`, []string{`accommodation.id is "7", want an integer`}},
		{updateTarget, `{"accommodation":{"id":7.5}}`, []string{`accommodation.id is 7.5, want an integer`}},
		{updateTarget, `{"ageGroupLines":{}}`, []string{`ageGroupLines is {}, want an array`}},
		{updateTarget, `{"ageGroupLines":[{"quantity":1},{"quantity":"1"}]}`, []string{`ageGroupLines[1].quantity is "1", want a number`}},
		{updateTarget, `{"petLines":[{"petSpecification":{"id":true}}]}`, []string{`petLines[0].petSpecification.id is true, want an integer`}},
		{updateTarget, `{"features":[1]}`, []string{`features[0] is 1, want an object`}},
		{updateGuestTarget, `{"firstName":true}`, []string{`firstName is true, want a string`}},
		{updateGuestTarget, `{"birthDate":"0000-00-00"}`, []string{`birthDate is "0000-00-00"` + aDate}},
		{reportTarget, `{"quantity":12.5}`, []string{`quantity is 12.5, want a string`}},
		{reportTarget, `{"quantity":"12,5"}`, []string{`quantity is "12,5", want a decimal such as 1234.500`}},
		{reportTarget, `{"type":"electricity"}`, []string{`type is "electricity", want one of e, w, g`}},
		{reportTarget, `{"datetime":"now"}`, []string{`datetime is "now"` + aDate}},
		{voipTarget, ``, []string{`the body is missing`}},
		{voipTarget, `{}`, []string{`reference is missing`}},
		{voipTarget, `{"reference":""}`, []string{`reference is empty`}},
		{voipTarget, `{"reference":"a","event":"note"}`, []string{`event is "note", want one of call, reservation-change-note`}},
		{voipTarget, `{"reference":"a","status":"answered"}`, []string{`status is "answered", want one of queued, starting, ringing, ongoing, busy, hangup, no-answer`}},
		{voipTarget, `{"reference":"a","direction":"inbound"}`, []string{`direction is "inbound", want one of in, out`}},
		{voipTarget, `{"reference":"a","beginDate":"x","endDate":"y","answerDate":"z"}`,
			[]string{`beginDate is "x"` + aDate, `endDate is "y"` + aDate, `answerDate is "z"` + aDate}},
		{voipTarget, `{"reference":"a","answered":0,"duration":"61"}`, []string{`answered is 0, want true or false`, `duration is "61", want an integer`}},
		{voipTarget, `{"reference":"a","duration":61.5}`, []string{`duration is 61.5, want an integer`}},
		{voipTarget, `{"reference":"a","reservation":{},"user":{}}`, []string{`reservation.id is missing`, `user.id is missing`}},
		{voipTarget, `{"reference":null}`, []string{`reference is null, want a string`}},
	}
	methods := map[string]string{updateTarget: "PUT", updateGuestTarget: "PUT", reportTarget: "POST", voipTarget: "POST"}
	for _, test := range tests {
		t.Run(test.body, func(t *testing.T) {
			t.Parallel()
			srv := stocked()
			wantError(t, inMemory(t, srv).send(methods[test.target], test.target, test.body), 400, test.want...)
		})
	}
}

func TestContentType(t *testing.T) {
	t.Parallel()
	c := inMemory(t, rt.NewServer())
	for _, good := range []string{"application/json", "application/json; charset=utf-8", "Application/JSON"} {
		if resp := c.send("POST", reportTarget, `{}`, "Content-Type", good); resp.StatusCode != 200 {
			t.Errorf("%s: status %d", good, resp.StatusCode)
		}
	}
	for _, bad := range []string{"", "text/json", "application/x-www-form-urlencoded", "json;;"} {
		wantError(t, c.send("POST", reportTarget, `{}`, "Content-Type", bad), 400, `Content-Type is "`+bad+`", want application/json`)
	}
}
