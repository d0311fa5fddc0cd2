package presence

import (
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// The park changes while its register is read, and caches keep what it was.

// moves changes the park after every so many requests, a number of times.
func (w *world) moves(every, times int, change func()) behaviour {
	n := 0
	return func(next service) service {
		return func(q query) (reply, error) {
			r, err := next(q)
			if n++; n%every == 0 && times > 0 && len(w.rows) > 0 {
				times--
				w.moment++
				change()
			}
			return r, err
		}
	}
}

// place draws a place of the park, often its first or last.
func (w *world) place() int {
	switch last := len(w.rows) - 1; w.rng.IntN(4) {
	case 0:
		return 0
	case 1:
		return last
	default:
		return w.rng.IntN(last + 1)
	}
}

func (w *world) insert() { w.arrive(w.place()) }
func (w *world) remove() { w.leave(w.place()) }

// cancel removes somebody who never came, if there is one.
func (w *world) cancel() {
	if absent := slices.IndexFunc(w.rows, func(r *reservation) bool { return !r.shows() }); absent >= 0 {
		w.leave(absent)
	}
}

// swap puts a new one behind all others for one that leaves.
func (w *world) swap() {
	w.keepsTotal()
	w.leave(w.place() / 2)
	w.arrive(len(w.rows))
}

// edit puts an edited reservation behind all others.
func (w *world) edit() {
	w.keepsTotal()
	place := w.place()
	r := w.rows[place]
	lines := slices.Clone(r.now().lines)
	for i := range lines {
		lines[i].item.Modified = types.NewDateTime(time.Date(2026, 6, 2, 0, 0, w.moment, 0, time.UTC))
	}
	r.versions = append(r.versions, version{w.moment, lines})
	w.rows = append(slices.Delete(slices.Clone(w.rows), place, place+1), r)
}

// keepsTotal excuses a change that keeps the total. A walk sees it where two pages share too few or
// too many, which takes pages that have room to share and reservations that show, or where a second
// walk does not agree.
func (w *world) keepsTotal() {
	if !w.walk.Confirm && (w.noShows > 0 || w.limit() < 5) {
		w.excuse = "a move that keeps the total, and nobody shows where the pages meet"
	}
}

// checkIn makes somebody come, go or stay longer.
func (w *world) checkIn() {
	r := w.rows[w.place()]
	lines := slices.Clone(r.now().lines)
	for i := range lines {
		lines[i].nights = w.presence()
	}
	if len(lines) == 0 {
		lines = w.stay()
	}
	r.versions = append(r.versions, version{w.moment, lines})
}

func (w *world) anyMove() {
	[]func(){w.insert, w.remove, w.cancel, w.swap, w.edit, w.checkIn}[w.rng.IntN(6)]()
}

// otherPages is a cache that gives an earlier page, of whatever request, for one request in every
// few. Where hardly anybody shows on it, nobody can tell it from the right one.
func (w *world) otherPages(every int, honoursFresh bool) behaviour {
	var kept []reply
	wrong := 0
	return func(next service) service {
		return func(q query) (reply, error) {
			r, err := next(q)
			if err != nil {
				return r, err
			}
			kept = append(kept, copied(r))
			if q.fresh && honoursFresh || w.rng.IntN(every) > 0 {
				return r, nil
			}
			other := kept[w.rng.IntN(len(kept))]
			w.excuseHidden(r.rows, other.rows)
			if wrong++; wrong > 1 && w.noShows > 50 {
				w.excuse = "wrong pages that agree, and hardly anybody shows"
			}
			return copied(other), nil
		}
	}
}

// oldPages is a cache that keeps every page by offset and limit, also from one read of the register
// to the next. Between two of its pages an insert and a removal can keep the total. One that gives
// the same old pages to the walk that is to confirm them confirms itself, and nobody can tell.
func (w *world) oldPages(honoursFresh bool) behaviour {
	w.stale, w.walks = true, 2
	w.keepsTotal()
	if !honoursFresh && w.walk.Confirm {
		w.excuse = "a cache that confirms itself"
	}
	kept := map[query]reply{}
	return func(next service) service {
		return func(q query) (reply, error) {
			key := query{offset: q.offset, limit: q.limit}
			if old, ok := kept[key]; ok && !(q.fresh && honoursFresh) {
				return copied(old), nil
			}
			r, err := next(q)
			if err == nil {
				kept[key] = copied(r)
			}
			return r, err
		}
	}
}

// copied keeps what is done to the days of one reply from those of another.
func copied(r reply) reply {
	r.Days = slices.Clone(r.Days)
	for i := range r.Days {
		r.Days[i].Items = slices.Clone(r.Days[i].Items)
	}
	return r
}
