// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// entry is a record that the server holds. It is replaced and never changed in place.
type entry struct {
	id          string
	reservation int64 // that the record belongs to, or 0
	record      any
}

// kinds has the types of record that a server holds, with their builders. The file of each family adds them
// in init.
var kinds []kind

type kind struct {
	typ   reflect.Type
	build func(id int64) any
}

// hold adds a type of record by its builder.
func hold[T any](build func(id int64, changes ...func(*T)) T) {
	kinds = append(kinds, kind{reflect.TypeFor[T](), func(id int64) any { return build(id) }})
}

// OneOfEach returns a record of every type that a server holds, all with this ID. Those that the API
// finds by their reservation also need [OfReservation].
func OneOfEach(id int64) []any {
	records := make([]any, len(kinds))
	for i, kind := range kinds {
		records[i] = kind.build(id)
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

// Put stores copies of records, such as a types.Guest. A record replaces the one of its type with its ID; a
// new one comes last in the list of its type. Put panics on a value that is not a record of the API, such
// as a pointer.
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
			s.put(group.reservation, merged(record, nil))
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

// mustHold panics unless a server holds records of a type.
func mustHold(t reflect.Type) {
	if !slices.ContainsFunc(kinds, func(k kind) bool { return k.typ == t }) {
		panic(fmt.Sprintf("reservationstest: %v is not a record of the API, which is a value such as a types.Guest: "+
			"pass a Booking to WithBookings, and what OfReservation returns to Put or WithRecords itself", t))
	}
}

// asInstants writes dates that came in a body as the service does, in RFC 3339 form.
func asInstants(dates ...*types.DateTime) {
	for _, d := range dates {
		if t, ok := d.Time(); ok {
			*d = types.NewDateTime(t)
		}
	}
}

// The functions below are called with the lock of the data held.

// put stores a record, which the caller must not change afterwards. With reservation 0, a record that
// replaces another one keeps the reservation of that.
func (s *Server) put(reservation int64, record any) {
	if r, ok := record.(types.Reservation); ok {
		for _, guest := range r.AdditionalGuests {
			s.put(r.ID, guest)
		}
		r.AdditionalGuests = nil
		record = r
	}
	t := reflect.TypeOf(record)
	e := entry{fmt.Sprint(reflect.ValueOf(record).FieldByName("ID")), reservation, record}
	held := s.data.records[t]
	i := slices.IndexFunc(held, func(other entry) bool { return other.id == e.id })
	if i < 0 {
		s.data.records[t] = append(held, e)
		return
	}
	if reservation == 0 {
		e.reservation = held[i].reservation
	}
	held[i] = e
}

// find returns the record of type T with this ID. Nothing in it may be changed.
func find[T any, ID identifier](s *Server, id ID) (record T, found bool) {
	text := fmt.Sprint(id)
	for _, e := range s.data.records[reflect.TypeFor[T]()] {
		if e.id == text {
			return load[T](s, e), true
		}
	}
	return record, false
}

// list returns the records of type T for which keep returns true, in a slice that is not nil. Nothing in
// them may be changed.
func list[T any](s *Server, keep func(record T, reservation int64) bool) []T {
	records := []T{}
	for _, e := range s.data.records[reflect.TypeFor[T]()] {
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

// remove removes the records of type T for which drop returns true.
func remove[T any](s *Server, drop func(T) bool) {
	t := reflect.TypeFor[T]()
	s.data.records[t] = slices.DeleteFunc(s.data.records[t], func(e entry) bool { return drop(e.record.(T)) })
}

// newID returns the ID of a new record or line.
func (s *Server) newID() int64 {
	s.data.lastID++
	return s.data.lastID
}
