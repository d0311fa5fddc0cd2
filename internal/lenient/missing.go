// SPDX-License-Identifier: MIT

package lenient

import (
	"bytes"
	"reflect"
	"strconv"

	"github.com/reservationkit/reservations-go/types"
)

// maxMissing bounds the missing fields that are listed.
const maxMissing = 10_000

// checkMissing looks for the required fields among those that were not given.
func (s *strict) checkMissing(p *plan, marks []mark) {
	isTop := len(s.steps) == 0 || len(s.steps) == 1 && s.steps[0].field == nil && !s.steps[0].inMap
	for i := range p.fields {
		f := &p.fields[i]
		if marks[i] != 0 {
			continue
		}
		missing := func() Warning {
			path := appendPath(make([]byte, 0, maxPath), append(s.steps, step{field: f}))
			return Warning{Path: clip(path, maxPath), Problem: "required and missing"}
		}
		switch {
		case isTop && f.name == "id" && s.RequireIDs:
			if s.noID == nil {
				s.noID = &Error{Warning: missing()}
			}
		case s.ListMissing && len(s.missing) < maxMissing:
			s.missing = append(s.missing, missing())
		}
	}
}

// unknown passes the value of a field that p does not have. The JSON is copied, so that the
// record does not hold on to its whole document.
func (s *strict) unknown(p *plan, v reflect.Value, key string) {
	raw := s.Raw()
	if s.Failed() || p.extra == nil {
		return
	}
	s.CountUnknown()
	place := fieldOf(v, p.extra)
	if !place.IsValid() {
		return
	}
	extra := place.Addr().Interface().(*types.Extra)
	if *extra == nil {
		*extra = types.Extra{}
	}
	(*extra)[key] = bytes.Clone(raw)
}

// step leads from a value to a part of it.
type step struct {
	field  *field // nil for an element
	index  int
	key    string // of an element of a map
	inMap  bool
	single bool // the element stands instead of its list
}

// appendPath writes steps as in [Warning.Path], as far as it is shown.
func appendPath(path []byte, steps []step) []byte {
	for _, st := range steps {
		if len(path) > maxPath {
			break
		}
		path = appendStep(path, st)
	}
	return path
}

func appendStep(path []byte, st step) []byte {
	switch {
	case st.single:
		return path
	case st.inMap:
		return append(strconv.AppendQuote(append(path, '['), st.key), ']')
	case st.field == nil:
		return append(strconv.AppendInt(append(path, '['), int64(st.index), 10), ']')
	case len(path) > 0:
		path = append(path, '.')
	}
	return append(path, st.field.name...)
}
