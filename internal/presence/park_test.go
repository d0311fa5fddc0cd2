package presence

import (
	"fmt"
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// naming is what the items of a register say about the reservation they belong to.
type naming int

const (
	byID naming = iota
	byNumber
	someUnnamed
)

// line is one age group of a reservation and the nights on which it is present.
type line struct {
	item   types.PresenceItem
	nights []bool
}

func (l line) on(night int) bool { return l.nights[night] }

// version is what the register shows of a reservation from some moment on: nothing for one that
// never came or is not there.
type version struct {
	since int
	lines []line
}

type reservation struct{ versions []version }

func (r *reservation) now() version { return r.versions[len(r.versions)-1] }

// shows reports whether the reservation leaves anything on a page.
func (r *reservation) shows() bool { return len(r.now().lines) > 0 }

// shown counts the reservations that leave something on a page.
func shown(rows []*reservation) int {
	n := 0
	for _, r := range rows {
		if r.shows() {
			n++
		}
	}
	return n
}

// arrive puts a new reservation at some place of the park.
func (w *world) arrive(place int) {
	r := &reservation{}
	if w.moment > 0 {
		r.versions = []version{{}}
	}
	r.versions = append(r.versions, version{w.moment, w.stay()})
	w.everyone = append(w.everyone, r)
	w.rows = slices.Insert(w.rows, place, r)
}

// leave takes the reservation at some place out of the park.
func (w *world) leave(place int) {
	r := w.rows[place]
	r.versions = append(r.versions, version{since: w.moment})
	w.rows = slices.Delete(slices.Clone(w.rows), place, place+1)
}

// stay draws what a new reservation shows. With no no-shows everybody shows on some night.
func (w *world) stay() []line {
	w.lastID++
	r := w.rng
	base := types.PresenceItem{
		ReservationID:                 w.lastID * 7 % 1_000_003,
		ReservationNumber:             fmt.Sprintf("R%05d", w.lastID),
		ReservationName:               []string{"Bos", "Meyer", "Rossi", "Smith"}[r.IntN(4)],
		ReservationAccommodationTitle: []string{"Chalet", "Pitch"}[r.IntN(2)],
		ReservationDateFrom:           w.from,
		ReservationDateTo:             w.from.AddDays(w.nights),
		Modified:                      types.NewDateTime(time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)),
	}
	if w.naming != byID {
		base.ReservationID = 0
	}
	if w.naming == someUnnamed && r.IntN(3) == 0 {
		base.ReservationNumber = ""
	}
	if r.IntN(100) < w.noShows {
		return nil
	}
	groups := []string{"adult", "child", "baby"}[:1+r.IntN(3)]
	if w.grouped {
		groups = []string{""}
	}
	var lines []line
	for _, group := range groups {
		l := line{item: base, nights: w.presence()}
		l.item.AgeGroupSpecificationDescription = group
		if persons := r.IntN(20); persons > 0 {
			l.item.NumOfPersons = types.Ptr(1 + persons%4)
		}
		lines = append(lines, l)
		if r.IntN(30) == 0 {
			lines = append(lines, l) // two items that are the same in everything
		}
		if w.naming == someUnnamed && r.IntN(6) == 0 {
			lines[len(lines)-1].item.ReservationNumber = ""
		}
	}
	return lines
}

// presence draws the nights from a check-in to a check-out, of which one at least is open.
func (w *world) presence() []bool {
	for {
		nights := make([]bool, w.nights)
		in := w.rng.IntN(w.nights)
		out := in + 1 + w.rng.IntN(w.nights-in)
		open := false
		for night := in; night < out; night++ {
			nights[night] = !w.closed[night]
			open = open || nights[night]
		}
		if open {
			return nights
		}
	}
}
