// SPDX-License-Identifier: MIT

package recording

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// A list is a list that is put together from its recorded pages. These may have any order, overlaps
// and limits. What its positions hold depends on the operation.
type list struct {
	content  positions
	end      int // the number of positions; -1 if no recorded page shows it
	most     int // the longest page that the service serves; 0 if no recorded page shows it
	response response
	problem  string // why the list cannot be put together; or ""
}

// positions is what a list holds.
type positions interface {
	// holds reports whether a position is known.
	holds(position int) bool
	// page returns the body of the page of these positions, all of which are known.
	page(from, to int) []byte
}

// A page is a recorded page.
type page struct {
	offset, limit int // limit is noLimit where none was sent and the default is not documented
	total         int // -1 without a total
	body          json.RawMessage
}

const (
	noLimit      = 1 << 30
	defaultLimit = 25 // of operations 5 and 10
)

// list returns the request without the parameters that select a page.
func (r request) list() request {
	r.Query = maps.Clone(r.Query)
	delete(r.Query, "offset")
	delete(r.Query, "limit")
	return r
}

// listsOf puts the lists of a recording together.
func listsOf(exchanges []exchange) map[string]*list {
	pages, first := map[string][]page{}, map[string]exchange{}
	for _, x := range exchanges {
		recorded, isPage := pageOf(x)
		if !isPage {
			continue
		}
		key := x.Request.list().String()
		if pages[key] == nil {
			first[key] = x
		}
		pages[key] = append(pages[key], recorded)
	}
	lists := map[string]*list{}
	for key, all := range pages {
		slices.SortStableFunc(all, func(a, b page) int { return a.offset - b.offset })
		whole := &list{problem: changed}
		isRegister := operations[first[key].Request.Operation].body == reflect.TypeFor[[]types.PresenceDay]()
		switch different, same := distinct(all); {
		case same && isRegister:
			whole = assembleRegister(different)
		case same:
			whole = assembleRecords(different)
		}
		whole.response = first[key].Response
		lists[key] = whole
	}
	return lists
}

// distinct leaves out pages that were recorded more than once. It returns false if such a page has changed.
func distinct(pages []page) (different []page, ok bool) {
	type bounds struct{ offset, limit int }
	seen := map[bounds]page{}
	for _, p := range pages {
		at := bounds{p.offset, p.limit}
		if before, again := seen[at]; again {
			if !bytes.Equal(before.body, p.body) {
				return different, false
			}
			continue
		}
		seen[at] = p
		different = append(different, p)
	}
	return different, true
}

// pageOf returns the page that a response holds. It returns false if that is no page of a list.
func pageOf(x exchange) (recorded page, ok bool) {
	params := operations[x.Request.Operation].params
	if params == nil || x.Response.Status != http.StatusOK || !bytes.HasPrefix(x.Response.Body, []byte("[")) {
		return page{}, false
	}
	if _, paged := params.FieldByName("Offset"); !paged {
		return page{}, false
	}
	total, err := strconv.Atoi(x.Response.Header.Get("X-Total-Count"))
	if err != nil {
		total = -1
	}
	offset, limit, ok := x.Request.bounds()
	return page{offset, limit, total, x.Response.Body}, ok
}

// bounds returns the offset and the limit of a request. It returns false if they cannot be used.
func (r request) bounds() (offset, limit int, ok bool) {
	limit = noLimit
	if r.Operation == reservationstest.OpSummaries || r.Operation == reservationstest.OpPresence {
		limit = defaultLimit
	}
	offsetOK := readNumber(r.Query, "offset", &offset)
	return offset, limit, readNumber(r.Query, "limit", &limit) && offsetOK && limit > 0
}

// readNumber reads a parameter into n. If the parameter is missing, n stays as it is.
func readNumber(query url.Values, name string, n *int) bool {
	if !query.Has(name) {
		return true
	}
	var err error
	*n, err = strconv.Atoi(query.Get(name))
	return err == nil && *n >= 0 && *n <= noLimit
}

// respond returns a page of the list.
func (l *list) respond(asked request) (response, error) {
	offset, limit, ok := asked.bounds()
	switch {
	case !ok:
		return response{}, fmt.Errorf("recording: %s asks for no page of a list", asked.outline())
	case l.problem != "":
		return response{}, fmt.Errorf(
			"recording: this page of %s %s was not recorded, and cannot be put together from others: %s",
			asked.Method, asked.Path, l.problem)
	}
	if l.most > 0 {
		limit = min(limit, l.most)
	}
	end := offset + limit
	if l.end >= 0 {
		end = max(offset, min(end, l.end))
	}
	for i := offset; i < end; i++ {
		if !l.content.holds(i) {
			return response{}, fmt.Errorf(
				"recording: no recorded page of %s %s has position %d, which the page at %d with a limit of %d needs",
				asked.Method, asked.Path, i, offset, limit)
		}
	}
	played := l.response
	played.Body = l.content.page(offset, end)
	return played, nil
}

// records are the elements of a list by their positions.
type records map[int]json.RawMessage

func (r records) holds(position int) bool { return r[position] != nil }

func (r records) page(from, to int) []byte {
	elements := make([][]byte, 0, to-from)
	for i := from; i < to; i++ {
		elements = append(elements, r[i])
	}
	return slices.Concat([]byte("["), bytes.Join(elements, []byte(",")), []byte("]"))
}

// changed is the problem of pages that contradict each other.
const changed = "it changed while it was recorded"

// assembleRecords puts together a list in which offset and limit count the elements. A page with
// fewer elements than its limit is the last one. But if other pages have elements after it, the
// service serves no longer pages.
func assembleRecords(pages []page) *list {
	whole := records{}
	l := &list{content: whole, end: -1}
	following := 0 // the position after the last known one
	lengths := make([]int, len(pages))
	for i, p := range pages {
		var elements []json.RawMessage
		_ = json.Unmarshal(p.body, &elements) // it is an array
		for j, element := range elements {
			at := p.offset + j
			if known := whole[at]; known != nil && !bytes.Equal(known, element) {
				return &list{problem: changed}
			}
			whole[at] = element
			following = max(following, at+1)
		}
		lengths[i] = len(elements)
	}
	for i, p := range pages {
		end := p.offset + lengths[i]
		switch {
		case lengths[i] >= p.limit:
		case end >= following && (l.end < 0 || end < l.end):
			l.end = end
		case end < following && lengths[i] == 0:
			return &list{problem: changed}
		case end < following && p.limit != noLimit:
			l.most = max(l.most, lengths[i])
		}
	}
	return l
}
