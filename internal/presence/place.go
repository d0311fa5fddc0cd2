package presence

import (
	"context"
	"fmt"
)

// maxProbes bounds how many places are read to find anybody at all.
const maxProbes = 100

// proveSize proves the page size by one reservation wherever it shows: it looks for its
// exact place, and then how far in front of it a page can begin and still show it.
func (s *stitch) proveSize(ctx context.Context) error {
	k, who := s.lastShown()
	from := s.pages[k].offset
	shows := func(at int) (bool, error) { return s.shows(ctx, who, at) }
	// The place is the last offset at which a page still shows it.
	behind, err := search(from+1, s.pages[k].end(), func(at int) (bool, error) {
		found, err := shows(at)
		return !found, err
	})
	if err != nil {
		return err
	}
	place := behind - 1
	s.served = max(s.served, place-from+1)
	front, err := search(max(0, place-s.size+1), place, shows)
	if err != nil {
		return err
	}
	s.served = max(s.served, place-front+1)
	if front > max(0, place-s.size+1) {
		return &contradiction{cause: tooLarge, size: s.served, reason: fmt.Sprintf("asked for %d reservations, the service serves %d", s.size, s.served)}
	}
	for at := place + 1; s.served < s.needed() && at < s.total; at += max(s.served, s.total/maxProbes) {
		if _, err := shows(at); err != nil {
			return err
		}
	}
	return nil
}

// lastShown returns the last page on which anybody shows, and the first by id who does.
func (s *stitch) lastShown() (k int, who Reservation) {
	for i, p := range s.pages {
		for r := range p.who {
			if i > k || who == (Reservation{}) || r.before(who) {
				k, who = i, r
			}
		}
	}
	return k, who
}

// shows reads the page at an offset, where nobody may show whom the register does not, and
// reports whether a reservation shows on it.
func (s *stitch) shows(ctx context.Context, who Reservation, at int) (bool, error) {
	p, err := s.page(ctx, at, s.size)
	if err != nil {
		return false, err
	}
	if err := s.sameTotal(p); err != nil {
		return false, err
	}
	for r := range p.who {
		if err := s.expected(r, p); err != nil {
			return false, err
		}
	}
	return p.who[who], nil
}

// search returns the first of from to to-1 for which found is true, or to. Once found is
// true it stays so.
func search(from, to int, found func(int) (bool, error)) (int, error) {
	for from < to {
		middle := (from + to) / 2
		ok, err := found(middle)
		if err != nil {
			return 0, err
		}
		if ok {
			to = middle
		} else {
			from = middle + 1
		}
	}
	return from, nil
}

// proveEmpty looks for anybody at single places when nobody shows on any page. Every
// service serves at least one reservation.
func (s *stitch) proveEmpty(ctx context.Context) error {
	if s.total > s.size { // one page larger than asked for, in case the offset is ignored
		p, err := s.page(ctx, 0, min(s.total, 1000))
		if err != nil && !s.Refused(err) {
			return err
		}
		if err == nil && len(p.who) > 0 {
			return &contradiction{cause: misplaced, page: p, reason: fmt.Sprintf("nobody shows on pages of %d, but %d do on one of %d", s.size, len(p.who), p.limit)}
		}
	}
	n := min(s.total, maxProbes)
	return parallel(ctx, s.Workers, n, func(ctx context.Context, i int) (*page, error) {
		return s.page(ctx, i*s.total/n, min(s.size, documentedSize))
	}, func(_ int, p *page) error {
		for who := range p.who {
			if err := s.expected(who, p); err != nil {
				return err
			}
		}
		return s.sameTotal(p)
	})
}
