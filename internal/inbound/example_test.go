// SPDX-License-Identifier: MIT

package inbound_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/inbound"
	"github.com/reservationkit/reservations-go/types"
)

// TestAnExampleHasItsRequiredFields: a record has its required fields, each with a value, and the changes are made after that.
func TestAnExampleHasItsRequiredFields(t *testing.T) {
	t.Parallel()
	for want, record := range map[string]any{
		`{"id":7,"url":"url 7","secret":"secret","active":false}`: inbound.Example(7, func(w *types.Webhook) { w.Active = false }),
		`{"id":"7","event":"event 7","subjectId":7,"status":"pending",` +
			`"webhook":{"id":7,"url":"url 7","secret":"secret","active":true}}`: inbound.Example[types.WebhookEvent](7),
		`{"id":7,"type":"e","datetime":"2026-11-20T14:00:00Z","quantity":"1234.500"}`: inbound.Example[types.UtilityMeterReport](7),
	} {
		got, err := json.Marshal(record)
		if diff := cmp.Diff(want, string(got)); err != nil || diff != "" {
			t.Errorf("the example of a %T is (-want +got), %v:\n%s", record, err, diff)
		}
	}
}
