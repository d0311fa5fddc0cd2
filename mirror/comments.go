// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"maps"
	"strings"
)

// description is what a table or view and its columns are, for people who look at the database.
type description struct {
	kind    string // TABLE or VIEW
	name    string
	text    string
	columns map[string]string
}

// Columns that several tables have.
var (
	ofOrganization = map[string]string{"organization": "Id of the organization, which is in organizations."}
	ofReservation  = map[string]string{
		"reservation_id": "Id of the reservation.",
		"position":       "Place in the list, from 0.",
	}
	whenStored = map[string]string{
		"hash":      "Tells whether the content has changed; for the program that copies.",
		"stored_at": "When the row was last new or different.",
	}
	ofTurnover = map[string]string{
		"month":        "Month of arrival, such as 2026-08; NULL for reservations without a day of arrival.",
		"reservations": "Number of reservations.",
		"persons":      "Sum of numOfPersons.",
		"days":         "Sum of numOfDays.",
		"total_price":  "Sum of totalPrice.",
		"tax_total":    "Sum of taxTotal.",
		"balance":      "Sum of balance.",
	}
	ofTouristTax = map[string]string{
		"month":                 "Month of the night, such as 2026-08.",
		"country":               "Country of the guests.",
		"age_group":             "Age group of the guests.",
		"nights":                "Sum of the persons over the nights.",
		"items_without_persons": "Items for which the service sent no number of persons: the nights of these are missing.",
	}
)

// lineTexts describes the tables of lineTables.
var lineTexts = map[string]string{
	"reservation_guests":                  "Guests of a reservation: at position 0 the one who booked, then the list of guests.",
	"age_group_lines":                     "Persons of a reservation by age group.",
	"order_lines":                         "Priced parts of a stay.",
	"supplement_order_lines":              "Supplements of a reservation.",
	"cancellation_insurance_charge_lines": "Charges for the cancellation insurance.",
	"deposit_order_lines":                 "Deposits of a reservation.",
	"payment_charge_lines":                "Charges for ways of payment.",
	"registration_number_entries":         "Registration numbers, which are those of persons or vehicles.",
}

// descriptions returns the descriptions of the tables and views of the newest version.
func descriptions() []description {
	const turnover = "Turnover by month of arrival, of reservations that stand, "
	const touristTax = "Nights that persons were present, by month, country and age group, "
	all := []description{
		{"TABLE", "organizations", "Organizations that have a copy in this database. A new id here is a new id everywhere.",
			map[string]string{"id": "Id of the organization; 0 is the default one of the client."}},
		{"TABLE", "reservations", "One row per reservation.", join(ofOrganization, whenStored, reservationShape.texts(),
			map[string]string{
				"forgotten": "Whether personal data was erased.",
				"unread":    "Fields whose value cannot be read, with commas between them; what was sent is in extra.",
				"kept":      "Lists, and the guest, that cannot be read, with commas between them: their rows stay as they were.",
			})},
		{"TABLE", "register_days", "One row per night of the register that was read, also when nobody was present.",
			join(ofOrganization, whenStored, dayShape.texts(), map[string]string{"day": "The night."})},
		{"TABLE", "register_items", "Who was present on a night: one row per reservation and age group.",
			join(ofOrganization, itemShape.texts(), map[string]string{
				"day":      "The night.",
				"position": "Place in the night, from 0.",
			})},
		{"TABLE", "forgotten", "Ids of guests and reservations whose personal data is not stored.",
			join(ofOrganization, map[string]string{
				"kind":         "guest or reservation.",
				"id":           "Id of the guest or of the reservation.",
				"forgotten_at": "When it was first forgotten.",
			})},
		{"TABLE", "mirror_state", "How far the copy is; for the program that copies.",
			join(ofOrganization, map[string]string{"name": "What is stored.", "value": "The state as JSON."})},
		{"TABLE", "mirror_seen", "What a walk over all reservations has seen until now; for the program that copies.",
			join(ofOrganization, map[string]string{"id": "Id of the reservation."})},
		{"TABLE", "mirror_schema", "Versions of the tables; the highest one counts.",
			map[string]string{"version": "Number of a migration."}},
		{"VIEW", "turnover_per_month", turnover + "for each organization.", join(ofOrganization, ofTurnover)},
		{"VIEW", "turnover_per_month_all", turnover + "over all organizations.", ofTurnover},
		{"VIEW", "tourist_tax_nights", touristTax + "for each organization.", join(ofOrganization, ofTouristTax)},
		{"VIEW", "tourist_tax_nights_all", touristTax + "over all organizations.", ofTouristTax},
	}
	for _, table := range lineTables {
		columns := join(ofOrganization, ofReservation, table.texts())
		all = append(all, description{"TABLE", table.table, lineTexts[table.table], columns})
	}
	return all
}

// texts returns descriptions of the columns of a record, which contain the JSON names of the fields.
func (s shape) texts() map[string]string {
	all := map[string]string{"extra": "What no other column holds, as JSON."}
	for _, f := range s.fields {
		name := strings.Join(f.json, ".")
		texts := []string{"The field " + name + "."}
		if len(f.names) > 1 {
			day, instant := "The day of "+name+", as it was written.", "The instant of "+name+"; NULL when only a day was sent."
			texts = []string{day, instant}
		}
		for i, column := range f.names {
			switch {
			case f.secret:
				texts[i] += " A secret, which is stored with StoreSecrets only."
			case f.personal[i]:
				texts[i] += " Personal data, which is not stored with Redact and is erased when the guest is forgotten."
			}
			all[column] = texts[i]
		}
	}
	return all
}

func join(all ...map[string]string) map[string]string {
	joined := map[string]string{}
	for _, one := range all {
		maps.Copy(joined, one)
	}
	return joined
}

// describe stores the descriptions as comments of the database.
func (p postgres) describe(ctx context.Context, t tx) error {
	on := func(what, text string) error {
		_, err := t.exec(ctx, "COMMENT ON "+what+" IS '"+strings.ReplaceAll(text, "'", "''")+"'")
		return err
	}
	for _, d := range descriptions() {
		if err := on(d.kind+" "+d.name, d.text); err != nil {
			return err
		}
		for column, text := range d.columns {
			if err := on("COLUMN "+d.name+"."+column, text); err != nil {
				return err
			}
		}
	}
	return nil
}
