// SPDX-License-Identifier: MIT

package register

var german = locale{
	Tag: "de", Thousand: ".", Point: ",",
	LongDate: "%s, %d. %s %d", ShortDate: "%d. %s", DayOnly: "%d.",
	Weekdays:      [7]string{"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
	Months:        [12]string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"},
	ShortMonths:   [12]string{"Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."},
	AgeGroupNames: [ageGroupKinds]string{"Erwachsene", "Senioren", "Kinder", "Babys", "Jugendliche"},
	words: words{
		Title:      "Nachtregister",
		Night:      "Nacht vom %s",
		Skip:       "Zum Register",
		Demo:       "Vorführung: Der Park, die Gäste und ihre Aufenthalte sind erfunden.",
		DemoSource: "ein erfundener Park auf diesem Rechner",

		Persons:      plural{"Person", "Personen"},
		Reservations: plural{"Reservierung", "Reservierungen"},
		NotStated:    "k. A.",
		Nobody:       "Niemand war anwesend.",
		NoNights:     "Der Dienst hat für diesen Zeitraum keine Nächte gesendet.",
		Undated:      "Eintrag ohne Datum",

		NightsCard: "Nächte", EmptyNights: "%s ohne Anwesende",
		SomebodyPresent:  "mit Anwesenden",
		PersonNightsNote: "eine je Person und Nacht",
		PeakCard:         "Vollste Nacht",
		OverdueCard:      "Abreise überschritten", OverdueNote: "in der letzten Nacht noch anwesend",

		Provisional: "vorläufig",
		ProvisionalNight: "Dieses Register ist vorläufig: Die Nacht vom %s ist nicht vorbei, " +
			"und noch kommen und gehen Gäste. Lesen Sie es am Tag danach noch einmal.",
		ProvisionalNights: "Dieses Register ist vorläufig: Von der Nacht vom %s an sind die Nächte nicht vorbei, " +
			"und noch kommen und gehen Gäste. Lesen Sie es danach noch einmal.",
		OnlyCategory: "nur Unterkunftskategorie %s", Cancelled: "storniert",
		CancelledRows: "Stornierte Reservierungen in diesem Register: %s. Sie sind gekennzeichnet, und die Zahlen zählen sie mit.",

		DoubleTitle: "Zwei Reservierungen in einer Einheit",
		DoubleLead: "In der Nacht vom %s waren in diesen Einheiten Gäste von mehr als einer Reservierung anwesend. Wahrscheinlich " +
			"wurde eine Abreise nicht erfasst.",
		Double:    "Einheit doppelt",
		LackTitle: "Was fehlt", LackLead: "Von diesen Reservierungen gibt das Register es nicht an.",
		OverdueTitle: "Gebuchte Abreise überschritten",
		OverdueLead: "In der Nacht vom %s anwesend, obwohl der gebuchte Aufenthalt vorbei war. Die Abreise " +
			"wurde nicht erfasst, oder die Buchung wurde nicht verlängert.",
		ShouldHaveLeft: "Abreise war am %s",
		NoAdultTitle:   "Kinder ohne Erwachsene",
		NoAdultLead:    "Reservierungen, von denen in der Nacht vom %s nur Kinder anwesend waren.",
		NoAdult:        "ohne Erwachsene",

		Arrived: "Angereist", ArrivedNote: "in der Nacht davor nicht anwesend",
		Staying: "Bleiben", StayingNote: "in der Nacht davor anwesend, bleiben laut Buchung",
		Leaving: "Reisen ab", LeavingNote: "laut Buchung am %s",
		LeftTitle: "Seit der Nacht davor abgereist", LeftNobody: "Niemand ist abgereist.",
		New: "neu", LeavesNext: "Abreise %s",

		ChartTitle:  "Personen je Nacht",
		ChartText:   "Balkendiagramm. Das Register darunter zeigt dieselben Zahlen.",
		WeekendNote: "Kräftiger: die Nächte von Freitag und Samstag. Am kräftigsten: die vollste Nacht.",
		Peak:        "vollste Nacht",
		NobodyAtAll: "In keiner dieser Nächte war jemand anwesend.",

		RegisterTitle: "Register, Nacht für Nacht",
		RegisterLead:  "Gäste, die eingecheckt waren. Eine Nacht heißt nach dem Tag, an dem sie beginnt; Tage laufen von Mitternacht bis Mitternacht UTC.",
		Previous:      "vorige Nacht", Next: "nächste Nacht",

		CountryTable: "Summen nach Land", AgeGroupTable: "Summen nach Altersgruppe", Country: "Land", Adults: "Erwachsene",
		ReservationsColumn: "Reservierungen", PersonNights: "Übernachtungen", Share: "Anteil", Total: "Summe",

		Unit: "Einheit", Name: "Name", Number: "Personen", AgeGroups: "Altersgruppen",
		Booked: "Gebucht", From: "Gast aus", Document: "Dokument", ReservationColumn: "Reservierung",
		Residence: "Wohnort",

		UnknownPersons: "Zeilen ohne Anzahl der Personen: %s. Sie stehen als „?“ da und zählen in keiner Summe.",
		Anonymous:      "Zeilen ohne Reservierung: %s. Die Personen zählen, aber nicht als Reservierung.",
		UndatedEntries: "Einträge ohne Datum: %s. Sie zählen in den Summen, sind aber keine Nacht und stehen nicht im Diagramm.",
		NoAdultGroup: "Es ist nicht bekannt, welche Altersgruppen Erwachsene sind. Deshalb sind Erwachsene " +
			"nicht eigens gezählt und Kinder ohne Erwachsene nicht markiert. Die Option --adults nennt sie.",
		FewerNights: "Die letzte Nacht, die der Dienst gesendet hat, ist %s. Die Nächte danach fehlen in diesem Register.",

		About: "Über dieses Register", ReadFrom: "Gelesen von", AskedFor: "Abgefragt", Made: "Erstellt",
		AboutText: "Gäste, deren Abreise nicht erfasst wurde, zählen in jeder späteren Nacht, auch nach ihren gebuchten Tagen. " +
			"Die CSV-Datei zu dieser Seite enthält dasselbe Register, mit einer Zeile je Altersgruppe.",
		Category:      "Unterkunftskategorie %s",
		WithCancelled: "mit stornierten Reservierungen",
	},
}
