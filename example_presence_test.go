package reservations_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

func ExampleTallyPresence() {
	srv := reservationstest.NewServer(reservationstest.WithBookings(family))
	defer srv.Close()
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key)
	if err != nil {
		log.Fatal(err)
	}
	days, err := client.Reports.Presence(context.Background(), july)
	if err != nil {
		log.Fatal(err)
	}
	for _, tally := range reservations.TallyPresence(days) {
		fmt.Printf("%q %s: %d person-nights\n", tally.Country, tally.AgeGroup, tally.PersonNights)
	}
	// Output:
	// "" Adults: 4 person-nights
	// "" Children: 1 person-nights
}

func ExampleWritePresenceCSV() {
	srv := reservationstest.NewServer(reservationstest.WithBookings(family))
	defer srv.Close()
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key)
	if err != nil {
		log.Fatal(err)
	}
	days, err := client.Reports.Presence(context.Background(), july)
	if err != nil {
		log.Fatal(err)
	}
	// For Excel in Europe set BOM to true and Comma to ';'.
	if err := reservations.WritePresenceCSV(os.Stdout, days, reservations.PresenceCSVOptions{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// date,reservationId,reservationNumber,reservationName,reservationAccommodationTitle,reservationAccommodationUnitNumber,reservationDateFrom,reservationDateTo,ageGroupSpecificationDescription,numOfPersons,guestLocality,guestCountry,guestDocumentType,modified
	// 2026-07-06,7,R7,Jansen,,,2026-07-06,2026-07-08,Adults,2,,,,
	// 2026-07-06,7,R7,Jansen,,,2026-07-06,2026-07-08,Children,1,,,,
	// 2026-07-07,7,R7,Jansen,,,2026-07-06,2026-07-08,Adults,2,,,,
}

func ExampleCollect() {
	srv := reservationstest.NewServer()
	defer srv.Close()
	for id := range int64(30) {
		srv.Put(reservationstest.NewSupplement(id + 1))
	}
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key, reservations.WithOrganization(1))
	if err != nil {
		log.Fatal(err)
	}
	supplements, err := reservations.Collect(client.Supplements.All(context.Background(), reservations.SupplementsParams{}))
	fmt.Println(len(supplements), "supplements,", err)
	// Output: 30 supplements, <nil>
}
