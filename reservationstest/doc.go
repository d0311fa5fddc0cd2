// Package reservationstest is the reservation service in memory, for tests without a
// network. It answers from reservations that a test sets, by the documented rules, is
// strict about keys and parameters, records every call, and fails on demand.
//
// # A server for a client
//
//	srv := reservationstest.NewServer(reservationstest.WithReservations(
//		reservationstest.Reservation{
//			ID:       1,
//			Number:   "R1",
//			DateFrom: types.NewDate(2026, 11, 20),
//			DateTo:   types.NewDate(2026, 11, 22),
//			Stays: []reservationstest.Stay{{
//				AgeGroup: "Adults",
//				Persons:  2,
//				CheckIn:  time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC),
//			}},
//		},
//	))
//	defer srv.Close()
//	client, err := reservations.NewClient(srv.URL(), reservationstest.Key)
//
// [Park] makes up as many reservations as a test needs.
//
// # Without a port
//
// A Server is an [http.RoundTripper] as well: in the Transport of an http.Client it
// answers requests to any host without opening a port. Inside a testing/synctest bubble
// this is the form to use, and every wait of the client under test passes at once.
//
//	hc := &http.Client{Transport: srv}
//	client, err := reservations.NewClient("https://api.example.test", reservationstest.Key,
//		reservations.WithHTTPClient(hc))
//
// The method value srv.RoundTrip fits where httpmock takes a responder.
//
// # Faults
//
// [Server.Inject] makes chosen calls of an operation fail: [TooManyRequests], [Status],
// [Reset], [Truncate], [Slow] and more, or a [Fault] of one's own. Afterwards
// [Server.Calls] tells what arrived.
//
//	srv.Inject(reservationstest.Presence, reservationstest.Every(7), reservationstest.TooManyRequests("1"))
//
// # The truth
//
// [Server.Register] computes the night register (operation 10) without paging, from the
// reservations alone. What a client collected page by page must equal it.
package reservationstest
