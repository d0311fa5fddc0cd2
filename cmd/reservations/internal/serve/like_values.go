// SPDX-License-Identifier: MIT

package serve

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/doctor"
)

var habitsOfValues = map[string]func(doctor.Result) []change{
	"values.percentage percent":  nil,
	"values.percentage fraction": always(replace("", "percentage", json.Number("0.065"))),

	"values.country codes":       nil,
	"values.country names":       always(replace("", "country", "Nederland"), replace("", "guestCountry", "Nederland")),
	"values.country other-codes": always(replace("", "country", "nl"), replace("", "guestCountry", "nl")),
	"values.country mixed":       always(replace("", "country", "Nederland")),

	"values.date-times utc":       nil,
	"values.date-times no-offset": always(edit("", func(r *response) { r.value = withOffset(r.value, "") })),
	"values.date-times local":     always(edit("", func(r *response) { r.value = withOffset(r.value, "+01:00") })),
	"values.date-times mixed":     always(edit(summaries, func(r *response) { r.value = withOffset(r.value, "+01:00") })),

	"values.null left-out": nil,
	"values.null null":     always(records(summaries, func(record map[string]any) { addNull(record) })),

	"values.unknown-fields none": nil,
	"values.unknown-fields some": unknownFields,

	"values.warnings none":       nil,
	"values.warnings some":       always(replace(summaries, "numOfDays", "4")),
	"values.warnings unreadable": always(replace(summaries, "numOfDays", "some")),
}

var utc = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})Z$`)

// withOffset gives another offset to all date-times that are in UTC. They are then other instants.
func withOffset(value any, offset string) any {
	switch value := value.(type) {
	case map[string]any:
		for name, inner := range value {
			value[name] = withOffset(inner, offset)
		}
	case []any:
		for i, inner := range value {
			value[i] = withOffset(inner, offset)
		}
	case string:
		return utc.ReplaceAllString(value, "${1}"+offset)
	}
	return value
}

// addNull gives the records of reservations a null in an optional field.
func addNull(record map[string]any) {
	if _, ok := record["paymentStatus"]; ok {
		record["checkin"] = nil
	}
}

// unknownFields adds the fields that the report names, with an invented value.
func unknownFields(r doctor.Result) (changes []change) {
	for _, evidence := range r.Evidence {
		if path, ok := strings.CutPrefix(evidence, "field "); ok {
			changes = append(changes, add(path, "undocumented"))
		}
	}
	return changes
}
