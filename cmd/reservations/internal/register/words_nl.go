// SPDX-License-Identifier: MIT

package register

var dutch = locale{
	Tag: "nl", Thousand: ".", Point: ",",
	LongDate: "%s %d %s %d", ShortDate: "%d %s", DayOnly: "%d",
	Weekdays:      [7]string{"zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"},
	Months:        [12]string{"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december"},
	ShortMonths:   [12]string{"jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"},
	AgeGroupNames: [ageGroupKinds]string{"Volwassenen", "Senioren", "Kinderen", "Baby’s", "Tieners"},
	words: words{
		Title:      "Nachtregister",
		Night:      "Nacht van %s",
		Skip:       "Naar het register",
		Demo:       "Demonstratie: het park, de gasten en hun verblijf zijn verzonnen.",
		DemoSource: "een verzonnen park op deze computer",

		Persons:      plural{"persoon", "personen"},
		Reservations: plural{"reservering", "reserveringen"},
		NotStated:    "onbekend",
		Nobody:       "Niemand was aanwezig.",
		NoNights:     "De dienst stuurde geen nachten voor deze periode.",
		Undated:      "Regel zonder datum",

		NightsCard: "Nachten", EmptyNights: "%s zonder aanwezigen",
		SomebodyPresent:  "met aanwezigen",
		PersonNightsNote: "één per persoon per nacht",
		PeakCard:         "Drukste nacht",
		OverdueCard:      "Vertrek verstreken", OverdueNote: "nog aanwezig in de laatste nacht",

		Provisional: "voorlopig",
		ProvisionalNight: "Dit register is voorlopig: de nacht van %s is nog niet voorbij, " +
			"en gasten komen en gaan nog. Lees het de dag erna opnieuw.",
		ProvisionalNights: "Dit register is voorlopig: vanaf de nacht van %s zijn de nachten nog niet voorbij, " +
			"en gasten komen en gaan nog. Lees het daarna opnieuw.",
		OnlyCategory: "alleen accommodatiecategorie %s", Cancelled: "geannuleerd",
		CancelledRows: "Geannuleerde reserveringen in dit register: %s. Ze zijn gemarkeerd, en de cijfers tellen ze mee.",

		DoubleTitle: "Twee reserveringen in één eenheid",
		DoubleLead: "In de nacht van %s waren in deze eenheden gasten van meer dan één reservering aanwezig. Waarschijnlijk is " +
			"een vertrek niet geregistreerd.",
		Double:    "eenheid dubbel",
		LackTitle: "Wat ontbreekt", LackLead: "Van deze reserveringen vermeldt het register dit niet.",
		OverdueTitle: "Geboekt vertrek verstreken",
		OverdueLead: "Aanwezig in de nacht van %s, terwijl het geboekte verblijf voorbij was. Het uitchecken " +
			"is niet geregistreerd, of de boeking is niet verlengd.",
		ShouldHaveLeft: "had %s moeten vertrekken",
		NoAdultTitle:   "Kinderen zonder volwassene",
		NoAdultLead:    "Reserveringen waarvan in de nacht van %s alleen kinderen aanwezig waren.",
		NoAdult:        "geen volwassene",

		Arrived: "Aangekomen", ArrivedNote: "de nacht ervoor niet aanwezig",
		Staying: "Blijven", StayingNote: "de nacht ervoor aanwezig, en blijven volgens de boeking",
		Leaving: "Vertrekken", LeavingNote: "volgens de boeking op %s",
		LeftTitle: "Vertrokken sinds de nacht ervoor", LeftNobody: "Niemand is vertrokken.",
		New: "nieuw", LeavesNext: "vertrekt %s",

		ChartTitle:  "Personen per nacht",
		ChartText:   "Staafdiagram. Het register hieronder toont dezelfde aantallen.",
		WeekendNote: "Sterker gekleurd: de nachten van vrijdag en zaterdag. Het sterkst: de drukste nacht.",
		Peak:        "drukste nacht",
		NobodyAtAll: "In geen van deze nachten was iemand aanwezig.",

		RegisterTitle: "Register, nacht voor nacht",
		RegisterLead:  "Gasten die waren ingecheckt. Een nacht heet naar de dag waarop hij begint; dagen lopen van middernacht tot middernacht UTC.",
		Previous:      "vorige nacht", Next: "volgende nacht",

		CountryTable: "Totalen per land", AgeGroupTable: "Totalen per leeftijdsgroep", Country: "Land", Adults: "Volwassenen",
		ReservationsColumn: "Reserveringen", PersonNights: "Overnachtingen", Share: "Aandeel", Total: "Totaal",

		Unit: "Eenheid", Name: "Naam", Number: "Personen", AgeGroups: "Leeftijdsgroepen",
		Booked: "Geboekt", From: "Gast uit", Document: "Document", Residence: "Woonplaats", ReservationColumn: "Reservering",

		UnknownPersons: "Regels zonder aantal personen: %s. Ze staan er als “?” en tellen in geen totaal mee.",
		Anonymous:      "Regels zonder reservering: %s. De personen tellen mee, maar niet als reservering.",
		UndatedEntries: "Regels zonder datum: %s. Ze tellen mee in de totalen, maar zijn geen nacht en staan niet in de grafiek.",
		NoAdultGroup: "Het is niet bekend welke leeftijdsgroepen volwassen zijn. Daarom zijn volwassenen niet " +
			"apart geteld en kinderen zonder volwassene niet gemarkeerd. De optie --adults noemt ze.",
		FewerNights: "De laatste nacht die de dienst stuurde is %s. De nachten daarna staan niet in dit register.",

		About: "Over dit register", ReadFrom: "Gelezen van", AskedFor: "Gevraagd", Made: "Gemaakt",
		AboutText: "Gasten van wie het uitchecken niet is geregistreerd tellen in elke latere nacht mee, ook na hun geboekte data. " +
			"Het CSV-bestand bij deze pagina bevat hetzelfde register, met een rij per leeftijdsgroep.",
		Category:      "accommodatiecategorie %s",
		WithCancelled: "met geannuleerde reserveringen",
	},
}
