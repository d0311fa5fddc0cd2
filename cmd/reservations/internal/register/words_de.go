// SPDX-License-Identifier: MIT

package register

import "golang.org/x/text/language"

var german = locale{
	Tag: language.German, Thousand: ".", Point: ",",
	LongDate: "%s, %d. %s %d", ShortDate: "%d. %s", DayOnly: "%d.", SheetDate: "dd.mm.yyyy",
	Weekdays:       [7]string{"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
	WeekdayLetters: 2,
	Months:         [12]string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"},
	ShortMonths:    [12]string{"Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."},
	AgeGroupNames:  [ageGroupKinds]string{"Erwachsene", "Senioren", "Kinder", "Babys", "Jugendliche"},
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

		ChartTitle: "Personen je Nacht", MonthChartTitle: "Übernachtungen je Monat",
		ChartText:     "Balkendiagramm. Der Kalender darunter zeigt dieselben Zahlen.",
		WeekendNote:   "Kräftiger: die Nächte von Freitag und Samstag. Am kräftigsten: die vollste Nacht.",
		CalendarTitle: "Kalender", CalendarLead: "Anwesende in der Nacht, die an dem Tag beginnt. Ein Tag führt zu den Namen.", Peak: "vollste Nacht",
		NobodyAtAll:   "In keiner dieser Nächte war jemand anwesend.",
		PartialMonth:  "%s von %s Nächten",
		PartialNote:   "Gestrichelt: Monate, von denen dieses Register nur einen Teil der Nächte hat.",
		PrintOverview: "Nur die Übersicht drucken, ohne die Nächte und die Namen",
		ManySheets:    "Ganz gedruckt braucht diese Seite etwa %s Blatt Papier.",
		RegisterTitle: "Register, Nacht für Nacht",
		RegisterLead:  "Gäste, die eingecheckt waren. Eine Nacht heißt nach dem Tag, an dem sie beginnt; Tage laufen von Mitternacht bis Mitternacht UTC.",
		Previous:      "vorige Nacht", Next: "nächste Nacht", Calendar: "Kalender",
		IndexTitle: "Namensverzeichnis", IndexLead: "Jeder Name mit der Einheit und den Nächten, in denen jemand anwesend war.",
		MonthPersonNights: "%s Übernachtungen",
		CountryTable:      "Summen nach Land", AgeGroupTable: "Summen nach Altersgruppe", Country: "Land", Adults: "Erwachsene",
		ReservationsColumn: "Reservierungen", PersonNights: "Übernachtungen", Share: "Anteil", Total: "Summe",

		Unit: "Einheit", Name: "Name", Number: "Personen", AgeGroups: "Altersgruppen",
		Booked: "Gebucht", From: "Gast aus", Document: "Dokument", ReservationColumn: "Reservierung",

		AboutSheet:  "Über dieses Register",
		FormNote:    "Die letzte Spalte nennt, was das Gesetz verlangt und das Register nicht angibt. Das Blatt „%s“ erklärt es.",
		FormOverdue: "Gäste, deren Check-out nicht erfasst wurde, zählen in jeder späteren Nacht mit, auch nach ihren gebuchten Daten.",
		FormMissing: "Das Gesetz verlangt Name, Wohnort, Tag der Anreise, Tag der Abreise und Art des " +
			"Ausweises. Die letzte Spalte nennt, was das Register davon nicht angibt. Auch die Abreise steht " +
			"dort, wenn die Gäste nach dem gebuchten Tag noch da sind.",
		FormNotCarried: "Das Register enthält einen Namen, einen Wohnort und eine Art des Ausweises je " +
			"Reservierung sowie die gebuchten Tage der Anreise und Abreise. Es enthält nicht die Namen der " +
			"anderen Gäste, die Tage von Check-in und Check-out, Adressen oder Ausweisnummern. Sie stehen nicht " +
			"in diesem Formular, und nichts wurde geraten.",
		NightColumn: "Nacht", Accommodation: "Unterkunft", Arrival: "Anreise (gebucht)", Departure: "Abreise (gebucht)",
		Residence: "Wohnort", DocumentKind: "Art des Ausweises", Missing: "Fehlt",
		MissingName: "Name", MissingResidence: "Wohnort", MissingArrival: "Anreise", MissingDeparture: "Abreise", MissingDocument: "Art des Ausweises",

		UnknownPersons: "Zeilen ohne Anzahl der Personen: %s. Sie stehen als „?“ da und zählen in keiner Summe.",
		Anonymous:      "Zeilen ohne Reservierung: %s. Die Personen zählen, aber nicht als Reservierung.",
		UndatedEntries: "Einträge ohne Datum: %s. Sie zählen in den Summen, sind aber keine Nacht und stehen nicht im Diagramm.",
		NoAdultGroup: "Es ist nicht bekannt, welche Altersgruppen Erwachsene sind. Deshalb sind Erwachsene " +
			"nicht eigens gezählt und Kinder ohne Erwachsene nicht markiert. Die Option --adults nennt sie.",
		FewerNights: "Die letzte Nacht, die der Dienst gesendet hat, ist %s. Die Nächte danach fehlen in diesem Register.",

		About: "Über dieses Register", ReadFrom: "Gelesen von", AskedFor: "Abgefragt", Made: "Erstellt",
		AboutText: "Gäste, deren Abreise nicht erfasst wurde, zählen in jeder späteren Nacht, auch nach ihren gebuchten Tagen. " +
			"Die CSV-Datei zu dieser Seite enthält dasselbe Register, mit einer Zeile je Altersgruppe.",
		Category: "Unterkunftskategorie %s", Grouped: "eine Zeile je Reservierung",
		WithCancelled: "mit stornierten Reservierungen", NotCancelled: "ohne stornierte Reservierungen",
	},
}
