// SPDX-License-Identifier: MIT

package presence

// series is a register as pages of one size, each beginning as far after the one before.
type series struct {
	plan
	progress func(pages []*page)
	total    int
	overlap  int                 // how many places two pages have in common
	pages    []*page             // in order; nil until read
	firstOn  map[Reservation]int // the first page on which a reservation shows
}

func (r *run) newSeries(total, overlap int) series {
	s := series{plan: r.plan, progress: r.progress, total: total, overlap: overlap, firstOn: r.names.index()}
	n := 1
	for s.offset(n)+overlap < total {
		n++
	}
	s.pages = make([]*page, n)
	return s
}

// offset is where page k begins.
func (s *series) offset(k int) int { return k * (s.size - s.overlap) }

// add puts in page k, and checks that no reservation is on two pages without a place in common.
func (s *series) add(k int, p *page) error {
	s.pages[k] = p
	for who := range p.who {
		j, known := s.firstOn[who]
		if known && !s.pages[j].meets(p) {
			return apart(who, s.pages[j], p)
		}
		if !known || k < j {
			s.firstOn[who] = k
		}
	}
	s.progress(s.pages)
	return nil
}

// sameTotal is what a step makes of a page that proves nothing else.
func (s *series) sameTotal(_ int, p *page) error { return sameTotal(s.total, p) }
