// SPDX-License-Identifier: MIT

package recording

import (
	"bytes"
	"iter"
	"slices"
)

// A register is a night register by the positions of its reservations. Each of its pages has all days.
// A page does not show at which position a reservation is, and it leaves out reservations of which
// nobody is present. The overlaps of the pages show between which positions each reservation is. Where
// several positions are possible, each of them gives the pages that were recorded.
type register struct {
	days    []registerDay
	at      []*stay // by position; nil where nobody is present
	covered []bool  // positions that a recorded page covers
}

// A registerDay is a day without its items.
type registerDay struct {
	before, after []byte // the JSON around the items
}

// A stay is what a register shows of one reservation.
type stay struct {
	items map[int][][]byte // by the index of the day
	pages []int            // indexes of the pages that have it, in order
	next  []*stay          // the stays that follow it on some day
	found bool             // inOrder has reached it
}

func (r *register) holds(position int) bool { return position < len(r.covered) && r.covered[position] }

func (r *register) page(from, to int) []byte {
	var body bytes.Buffer
	body.WriteByte('[')
	for i, day := range r.days {
		if i > 0 {
			body.WriteByte(',')
		}
		var items [][]byte
		for _, s := range r.at[min(from, len(r.at)):min(to, len(r.at))] {
			if s != nil {
				items = append(items, s.items[i]...)
			}
		}
		body.Write(day.before)
		body.Write(bytes.Join(items, []byte(",")))
		body.Write(day.after)
	}
	body.WriteByte(']')
	return body.Bytes()
}

// maxPositions is the highest total of a register that is put together. It bounds the memory for it.
const maxPositions = 1 << 20

// assembleRegister puts a register together. The service may serve shorter pages than it is asked for,
// and a page does not show how long it is. So the pages are taken to be as long as possible: of all
// lengths that matter, the longest with which each reservation has a position is used.
func assembleRegister(pages []page) *list {
	total := pages[0].total
	if slices.ContainsFunc(pages, func(p page) bool { return p.total != total }) {
		return &list{problem: changed}
	}
	if total < 0 || total > maxPositions {
		return &list{problem: "it has no X-Total-Count that can be used"}
	}
	days, stays, ok := readRegister(pages)
	if !ok {
		return &list{problem: changed}
	}
	lengths := []int{total + 1}
	for _, p := range pages {
		lengths = append(lengths, p.limit, p.offset)
	}
	slices.Sort(lengths)
	for _, most := range slices.Backward(slices.Compact(lengths)) {
		if at, covered := positionsOf(pages, stays, total, most); most > 0 && at != nil {
			l := &list{content: &register{days, at, covered}, end: total}
			if most <= total {
				l.most = most
			}
			return l
		}
	}
	return &list{problem: changed}
}

// readRegister reads the days, and the reservations in an order that agrees with every day. It returns
// false if the pages contradict each other.
func readRegister(pages []page) (days []registerDay, stays []*stay, ok bool) {
	byKey := map[string]*stay{}
	for n, p := range pages {
		read, items, ok := readPage(p.body)
		if !ok || n > 0 && !slices.EqualFunc(days, read, sameDay) {
			return nil, nil, false
		}
		days = read
		for key, s := range staysOf(items) {
			known := byKey[key]
			if known == nil {
				known = s
				byKey[key] = s
				stays = append(stays, s)
			}
			if !known.same(s) {
				return nil, nil, false
			}
			known.pages = append(known.pages, n)
		}
		follow(items, byKey)
	}
	return days, inOrder(stays), true
}

// staysOf returns the reservations of a page in the order in which they appear, with their keys.
func staysOf(items [][]registerItem) iter.Seq2[string, *stay] {
	var keys []string
	stays := map[string]*stay{}
	for day, itemsOfDay := range items {
		for _, item := range itemsOfDay {
			if stays[item.key] == nil {
				stays[item.key] = &stay{items: map[int][][]byte{}}
				keys = append(keys, item.key)
			}
			s := stays[item.key]
			s.items[day] = append(s.items[day], item.json)
		}
	}
	return func(yield func(string, *stay) bool) {
		for _, key := range keys {
			if !yield(key, stays[key]) {
				return
			}
		}
	}
}

// follow adds to each reservation those that follow it on some day of a page.
func follow(items [][]registerItem, byKey map[string]*stay) {
	for _, itemsOfDay := range items {
		for i, item := range itemsOfDay[min(1, len(itemsOfDay)):] {
			before, after := byKey[itemsOfDay[i].key], byKey[item.key]
			if before != after {
				before.next = append(before.next, after)
			}
		}
	}
}

func sameDay(a, b registerDay) bool {
	return bytes.Equal(a.before, b.before) && bytes.Equal(a.after, b.after)
}

func (s *stay) same(other *stay) bool {
	if len(s.items) != len(other.items) {
		return false
	}
	for day, items := range s.items {
		if !slices.EqualFunc(items, other.items[day], bytes.Equal) {
			return false
		}
	}
	return true
}

// inOrder sorts reservations so that each comes before those that follow it on some day.
func inOrder(stays []*stay) []*stay {
	sorted := make([]*stay, 0, len(stays))
	var visit func(*stay)
	visit = func(s *stay) {
		if s.found {
			return
		}
		s.found = true
		for _, next := range slices.Backward(s.next) {
			visit(next)
		}
		sorted = append(sorted, s)
	}
	for _, s := range slices.Backward(stays) {
		visit(s)
	}
	slices.Reverse(sorted)
	return sorted
}

// positionsOf gives each reservation a position that is on all pages that show it and on no others. A
// page has as many positions as its limit, but no more than most. It returns nil if that is impossible.
func positionsOf(pages []page, stays []*stay, total, most int) (at []*stay, covered []bool) {
	at, covered = make([]*stay, total), make([]bool, total)
	covering := make([][]int, total)
	for n, p := range pages {
		for i := p.offset; i < min(p.offset+min(p.limit, most), total); i++ {
			covering[i], covered[i] = append(covering[i], n), true
		}
	}
	last := -1
	for _, s := range stays {
		tried := 0
		for ; tried < total; tried++ { // first the positions after the last one
			if i := (last + 1 + tried) % total; at[i] == nil && slices.Equal(covering[i], s.pages) {
				at[i], last = s, i
				break
			}
		}
		if tried == total {
			return nil, nil
		}
	}
	return at, covered
}
