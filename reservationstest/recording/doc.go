// SPDX-License-Identifier: MIT

// Package recording writes what a real service responds to a file without personal data, and
// plays that file in tests.
//
// # Record
//
// [NewRecorder] returns an [http.RoundTripper] that sends requests through another one and records
// each response. A program that records is run by hand, because it needs the service and an API key:
//
//	recorder, err := recording.NewRecorder("testdata/november.jsonl", nil, recording.KeepIDs(17))
//	...
//	client, err := reservations.NewClient(baseURL, key,
//		reservations.WithHTTPClient(&http.Client{Transport: recorder}))
//	...
//	days, err := client.Reports.Presence(ctx, params)
//	...
//	err = recorder.Close() // writes the file; if the recording is not whole, the error says why
//
// Recording never changes what the program gets. A request that gets no whole response, such as one
// whose connection breaks, is not recorded; for a test of such failures see the faults of package
// reservationstest.
//
// # What a file holds
//
// A file has a line of JSON for each request: its method, path and parameters, and the status,
// some headers and the body of its response. Bodies of requests are not recorded. What is personal
// is replaced before it is kept anywhere, and only what package types prints of records can stay:
//
//   - Numbers, dates and flags that a record prints stay as they are. So do constants of enumerations,
//     locales and times of day. A number that is sent as a string stays a string.
//   - Names, addresses, notes and all other texts, also titles and the descriptions of age groups,
//     become invented ones with the same punctuation and words of the same length. An unknown value
//     of an enumeration becomes one word. A date of birth becomes that of an adult. An e-mail address
//     becomes another e-mail address, and so with URLs, UUIDs and dates. A text of 80 bytes or more
//     becomes another of that length.
//   - Ids become 1, 2, 3 and so on in paths, parameters and bodies, except those of [KeepIDs].
//     Tokens and other secrets become secret-1, secret-2 and so on. Numbers of reservations and of
//     units are replaced like names.
//   - A field that is not documented keeps its name and the kind of its value. Its name is replaced
//     too if it does not look like the name of a field: if it does not begin with a small letter, has
//     more than two digits or more than 60 bytes, or has characters other than letters, digits and _.
//   - The names in objects whose content is not documented, such as custom fields, a payload or an
//     object in such a field, may be data. They are all replaced, and equal names stay equal.
//   - The texts of an error are replaced, except the documented descriptions. A body that is no
//     JSON is replaced by a short one of its kind. Only headers about the kind of the body, the
//     number of records, the time and rate limits are recorded, and of these only values of the
//     documented form.
//
// Equal values of one kind are replaced by equal ones in the whole file, and different values by
// different ones; so a name is the same in a guest, in a reservation and in the night register.
// Which value was replaced by which is not written down. The Recorder keeps only digests of the values,
// with a key that is lost with it. The number of records, their dates and their amounts are those of the service: they
// can still tell something to somebody who knows the guests. So look at a file before you
// publish it.
//
// The last line of a file has the number of recorded requests, so that [Open] can refuse a file whose
// end is missing.
//
// # Play
//
// [NewClient] returns a client that gets its responses from a file. Code under test that makes its
// own client gets a [Player], which is an [http.RoundTripper] and an [http.Handler]:
//
//	client := recording.NewClient(t, "testdata/november.jsonl")
//	days, err := client.Reports.Presence(ctx, params)
//
// A request gets the response that was recorded for the same method, path and parameters. Its body
// and its key do not matter. So a test names ids and tokens as they are in the file. If there are
// several responses, each is played once, in their order, and then the last one again and again. A
// request that was not recorded fails at once, and the error names the most similar one, if any.
//
// Lists that come in pages (operations 5, 7, 10 and 17) are put together from their recorded pages.
// The player serves every page of them, for any offset and limit, so code under test may read a
// list in other pages than the program that recorded it. This needs a recording of a whole walk, such
// as the one that [reservations.ReportsService.Presence] makes. It is impossible if the list changed
// while it was recorded; then only the recorded pages are played.
//
// A Retry-After is played as it was recorded, and a client waits for it. Use testing/synctest for
// a test in which no time passes.
package recording
