// SPDX-License-Identifier: MIT

package register

var english = locale{
	Tag: "en-GB", Thousand: ",", Point: ".",
	LongDate: "%s %d %s %d", ShortDate: "%d %s", DayOnly: "%d",
	Weekdays:      [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	Months:        [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	ShortMonths:   [12]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
	AgeGroupNames: [ageGroupKinds]string{"Adults", "Seniors", "Children", "Infants", "Teenagers"},
	words: words{
		Title:      "Night register",
		Night:      "Night of %s",
		Skip:       "Go to the register",
		Demo:       "Demonstration: the park, its guests and their stays are invented.",
		DemoSource: "an invented park on this machine",

		Persons:      plural{"person", "persons"},
		Reservations: plural{"reservation", "reservations"},
		NotStated:    "not stated",
		Nobody:       "Nobody was present.",
		NoNights:     "The service sent no nights for this period.",
		Undated:      "Entry without a date",

		NightsCard: "Nights", EmptyNights: "%s with nobody present",
		SomebodyPresent:  "with somebody present",
		PersonNightsNote: "one for each person each night",
		PeakCard:         "Fullest night",
		OverdueCard:      "Past departure", OverdueNote: "still here on the last night",

		Provisional: "provisional",
		ProvisionalNight: "This register is provisional: the night of %s is not over, " +
			"and guests still come and go. Read it again on the day after.",
		ProvisionalNights: "This register is provisional: from the night of %s on the nights are not over, " +
			"and guests still come and go. Read it again afterwards.",
		OnlyCategory: "only accommodation category %s", Cancelled: "cancelled",
		CancelledRows: "Cancelled reservations in this register: %s. They are marked, and the figures count them.",

		DoubleTitle: "Two reservations in one unit",
		DoubleLead: "In the night of %s guests of more than one reservation were present in these units. Most likely a check-out " +
			"was not registered.",
		Double:    "unit twice",
		LackTitle: "What is missing", LackLead: "Of these reservations the register does not say it.",
		OverdueTitle: "Past their booked departure",
		OverdueLead: "Present in the night of %s although the booked stay was over. Either the check-out was " +
			"not registered, or the booking was not extended.",
		ShouldHaveLeft: "should have left %s",
		NoAdultTitle:   "Children without an adult",
		NoAdultLead:    "Reservations of which only children were present in the night of %s.",
		NoAdult:        "no adult",

		Arrived: "Arrived", ArrivedNote: "not present the night before",
		Staying: "Staying", StayingNote: "present the night before, and booked to stay",
		Leaving: "Leaving", LeavingNote: "booked to leave on %s",
		LeftTitle: "Left since the night before", LeftNobody: "Nobody left.",
		New: "new", LeavesNext: "leaves %s",

		ChartTitle:  "Persons per night",
		ChartText:   "Bar chart. The register below shows the same numbers.",
		WeekendNote: "In a stronger colour: the nights of Friday and Saturday. In the strongest: the fullest night.",
		Peak:        "fullest night",
		NobodyAtAll: "Nobody was present on any of these nights.",

		RegisterTitle: "Register, night by night",
		RegisterLead:  "Guests who were checked in. A night is named after the day on which it begins; days run from midnight to midnight UTC.",
		Previous:      "previous night", Next: "next night",

		CountryTable: "Totals by country", AgeGroupTable: "Totals by age group", Country: "Country", Adults: "Adults",
		ReservationsColumn: "Reservations", PersonNights: "Person-nights", Share: "Share", Total: "Total",

		Unit: "Unit", Name: "Name", Number: "Persons", AgeGroups: "Age groups",
		Booked: "Booked", From: "Guest from", Document: "Document", Residence: "Residence", ReservationColumn: "Reservation",

		UnknownPersons: "Lines that do not say how many persons: %s. They are shown as “?”, and no sum contains them.",
		Anonymous:      "Lines that name no reservation: %s. Their persons are counted, but not as a reservation.",
		UndatedEntries: "Entries that came without a date: %s. They are in the totals, but are no night and not in the chart.",
		NoAdultGroup: "It is not known which age groups are adults, so adults are not counted apart and " +
			"children without an adult are not marked. The flag --adults names them.",
		FewerNights: "The last night that the service sent is %s. The nights after it are not in this register.",

		About: "About this register", ReadFrom: "Read from", AskedFor: "Asked for", Made: "Made",
		AboutText: "Guests whose check-out was not registered count on every later night, also after their booked dates. " +
			"The CSV file made with this page holds the same register, with a row for every age group.",
		Category:      "accommodation category %s",
		WithCancelled: "with cancelled reservations",
	},
}
