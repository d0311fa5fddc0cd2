// SPDX-License-Identifier: MIT

package reservationstest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/internal/inbound"
	"github.com/reservationkit/reservations-go/types"
)

// entry is a record that the server holds. It is replaced and never changed in place.
type entry struct {
	id          string
	reservation int64 // that the record belongs to, or 0
	made        bool  // from a booking, so that one that is put by hand takes its place
	record      any
}

// entryKey is the type and the id of an entry.
type entryKey struct {
	kind reflect.Type
	id   string
}

// kinds are the types of record that a server holds, with their builders. The file of each family adds them in init.
var kinds []reflect.Type
var builders []func(id int64) any

// addKind adds a type of record by its builder.
func addKind[T any](build func(id int64, changes ...func(*T)) T) {
	kinds, builders = append(kinds, reflect.TypeFor[T]()), append(builders, func(id int64) any { return build(id) })
}

// OneOfEach returns a record of every type that a server holds, all with this ID. Those that the API
// finds by their reservation also need [OfReservation].
func OneOfEach(id int64) (records []any) {
	for _, build := range builders {
		records = append(records, build(id))
	}
	return records
}

// build makes the changes to a record, one after the other, and returns it.
func build[T any](record T, changes []func(*T)) T {
	for _, change := range changes {
		change(&record)
	}
	return record
}

// at returns an instant of November 2026, in which the stays of all built records lie.
func at(day, hour int) types.DateTime {
	return types.NewDateTime(time.Date(2026, time.November, day, hour, 0, 0, 0, time.UTC))
}

type owned struct {
	reservation int64
	records     []any
}

// OfReservation makes additional guests, discount codes, registration numbers or group members those of a
// reservation, for [Server.Put] and [WithRecords].
func OfReservation(id int64, records ...any) any { return owned{id, records} }

// WithRecords gives the server records, as [Server.Put] does.
func WithRecords(records ...any) Option { return func(s *Server) { s.Put(records...) } }

// Put stores copies of records, such as a types.Guest. A record replaces the one of its type with its ID, also one
// that was made from a booking; a new one comes last in the list of its type. Put panics on a value that is not a
// record of the API, such as a pointer.
//
// A types.ReservationSummary that replaces a different one of the same Modified is modified now, as a service does it, so
// that lists with a ModifiedSince have it.
//
// What [OfReservation] puts, and an additional guest in a types.Reservation, belongs to that reservation
// until it is put for another one.
func (s *Server) Put(records ...any) {
	s.data.Lock()
	defer s.data.Unlock()
	for _, record := range records {
		group, isOwned := record.(owned)
		if !isOwned {
			group.records = []any{record}
		}
		for _, record := range group.records {
			mustHold(reflect.TypeOf(record))
			s.putRecord(group.reservation, record)
		}
	}
}

// identifier is the ID of a record: a number, or the text of a webhook event.
type identifier interface{ ~int | ~int64 | ~string }

// Get returns a copy of the record with this ID, and whether there is one, as in Get[types.Guest](srv, 7).
// It panics when T is not the type of a record.
func Get[T any, ID identifier](s *Server, id ID) (record T, found bool) {
	mustHold(reflect.TypeFor[T]())
	s.data.Lock()
	defer s.data.Unlock()
	if record, found = find[T](s, id); found {
		record = merged(record, nil)
	}
	return record, found
}

// All returns copies of all records of type T in the order in which they were put or created, as in
// All[types.VoIPCall](srv). It panics as Get does.
func All[T any](s *Server) []T {
	mustHold(reflect.TypeFor[T]())
	s.data.Lock()
	defer s.data.Unlock()
	records := list(s, func(T, int64) bool { return true })
	for i := range records {
		records[i] = merged(records[i], nil)
	}
	return records
}

// RemoveReservation removes a reservation with its booking and all that belongs to it, and reports whether there was one.
func (s *Server) RemoveReservation(id int64) bool {
	s.data.Lock()
	defer s.data.Unlock()
	_, found := find[types.Reservation](s, id)
	_, listed := find[types.ReservationSummary](s, id)
	s.remove(func(e entry) bool {
		switch e.record.(type) {
		case types.Reservation, types.ReservationSummary, types.GroupReservation:
			return e.id == fmt.Sprint(id) || e.reservation == id
		}
		return e.reservation == id
	})
	s.data.bookings = slices.DeleteFunc(s.data.bookings, func(b Booking) bool { return b.ID == id })
	return found || listed
}

// mustHold panics unless a server holds records of a type.
func mustHold(t reflect.Type) {
	if !slices.Contains(kinds, t) {
		panic(fmt.Sprintf("reservationstest: %v is not a record of the API, which is a value such as a types.Guest: "+
			"pass a Booking to WithBookings, and what OfReservation returns to Put or WithRecords itself", t))
	}
}

// merged returns a deep copy of a record with changes put into it, of which there may be none. Those of fields that it
// does not have are lost.
func merged[T any](record T, changes map[string]any) T {
	changed, err := inbound.Merge(record, changes)
	if err != nil {
		panic(fmt.Sprintf("reservationstest: a %T cannot be held: %v", record, err))
	}
	return changed
}

// The functions below are called with the lock of the data held.

// putRecord stores a record for Put. Lines of bookings of which no record is made yet get the price of a supplement.
func (s *Server) putRecord(reservation int64, record any) {
	if _, isSupplement := record.(types.Supplement); isSupplement {
		unmade := s.data.unmade
		s.data.unmade = nil
		defer func() { s.data.unmade = unmade }()
	}
	s.store(reservation, false, s.modified(merged(record, nil)))
}

// store stores a record, which the caller must not change afterwards. With reservation 0, a record that replaces another
// one keeps the reservation of that.
func (s *Server) store(reservation int64, made bool, record any) {
	if r, ok := record.(types.Reservation); ok {
		for _, guest := range r.AdditionalGuests {
			s.store(r.ID, made, guest)
		}
		r.AdditionalGuests = nil
		record = r
	}
	e := entry{idOf(record), reservation, made, record}
	if old := s.entryOf(record); old != nil {
		e.reservation = cmp.Or(e.reservation, old.reservation)
		*old = e
		return
	}
	t := reflect.TypeOf(record)
	s.data.indexes[entryKey{t, e.id}] = len(s.data.records[t])
	s.data.records[t] = append(s.data.records[t], e)
}

// modified moves Modified of a summary that replaces a different one.
func (s *Server) modified(record any) any {
	summary, _ := record.(types.ReservationSummary)
	held, found := find[types.ReservationSummary](s, summary.ID)
	if found && summary.Modified.Equal(held.Modified) && !summary.Modified.IsZero() && !reflect.DeepEqual(summary, held) {
		summary.Modified = now()
		return summary
	}
	return record
}

// put stores a record that an operation has made or changed.
func (s *Server) put(record any) {
	old := s.entryOf(record)
	s.store(0, old != nil && old.made, record)
}

// derive stores records that are made from a booking, except those that were put by hand.
func (s *Server) derive(reservation int64, records ...any) {
	for _, record := range records {
		if old := s.entryOf(record); old == nil || old.made {
			s.store(reservation, true, record)
		}
	}
}

// entryOf returns the entry with the type and the id of a record, or nil.
func (s *Server) entryOf(record any) *entry { return s.entry(reflect.TypeOf(record), idOf(record)) }

func (s *Server) entry(t reflect.Type, id string) *entry {
	entries := s.entriesOf(t)
	if i, found := s.data.indexes[entryKey{t, id}]; found {
		return &entries[i]
	}
	return nil
}

// entriesOf returns the entries of a type. It first makes the records of bookings, which most tests of the night
// register do not need.
func (s *Server) entriesOf(t reflect.Type) []entry {
	unmade := s.data.unmade
	s.data.unmade = nil
	for _, b := range unmade {
		if b.ID != 0 {
			s.makeRecords(b)
		}
	}
	return s.data.records[t]
}

func idOf(record any) string { return fmt.Sprint(reflect.ValueOf(record).FieldByName("ID")) }

// find returns the record of type T with this ID. Nothing in it may be changed.
func find[T any, ID identifier](s *Server, id ID) (record T, found bool) {
	e := s.entry(reflect.TypeFor[T](), fmt.Sprint(id))
	if e == nil {
		return record, false
	}
	return load[T](s, *e), true
}

// list returns the records of type T for which keep returns true, in a slice that is not nil. Nothing in
// them may be changed.
func list[T any](s *Server, keep func(record T, reservation int64) bool) []T {
	records := []T{}
	for _, e := range s.entriesOf(reflect.TypeFor[T]()) {
		if record := load[T](s, e); keep(record, e.reservation) {
			records = append(records, record)
		}
	}
	return records
}

// listOf returns the records of type T that belong to a reservation.
func listOf[T any](s *Server, reservation int64) []T {
	return list(s, func(_ T, owner int64) bool { return owner == reservation })
}

// load returns a record; a reservation comes with its additional guests and their number.
func load[T any](s *Server, e entry) T {
	record := e.record.(T)
	if r, ok := any(&record).(*types.Reservation); ok {
		if guests := listOf[types.ReservationAdditionalGuest](s, r.ID); len(guests) > 0 {
			r.AdditionalGuests, r.NumOfAdditionalGuests = guests, len(guests)
		}
	}
	return record
}

// remove removes the entries for which drop returns true.
func (s *Server) remove(drop func(entry) bool) {
	kept := map[entryKey]int{}
	for _, t := range kinds {
		s.data.records[t] = slices.DeleteFunc(s.entriesOf(t), drop)
		for i, e := range s.data.records[t] {
			kept[entryKey{t, e.id}] = i
		}
	}
	s.data.indexes = kept
}

// newID returns the ID of a new record or line.
func (s *Server) newID() int64 {
	s.data.lastID++
	return s.data.lastID
}
