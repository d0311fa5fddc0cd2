// SPDX-License-Identifier: MIT

package lenient

import (
	"strconv"
)

// maxMissing bounds the missing fields that are listed.
const maxMissing = 10_000

// checkMissing notes the required fields of a struct that were not given, or are null.
func (s *strict) checkMissing(p *plan, marks []mark) {
	isTop := len(s.steps) == 0 || len(s.steps) == 1 && s.steps[0].field == nil
	for i := range p.fields {
		f := &p.fields[i]
		if marks[i]&(optional|given) != 0 {
			continue
		}
		missing := func() Warning {
			return Warning{Path: string(appendPath(nil, append(s.steps, step{field: f})...)), Problem: "required and missing"}
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

// step is a part of a path: it leads from a value to one of its fields or elements.
type step struct {
	field *field // nil for an element
	index int
}

// appendPath writes steps as in [Warning.Path].
func appendPath(path []byte, steps ...step) []byte {
	for _, st := range steps {
		switch {
		case st.field == nil:
			path = append(strconv.AppendInt(append(path, '['), int64(st.index), 10), ']')
		case len(path) > 0:
			path = append(append(path, '.'), st.field.name...)
		default:
			path = append(path, st.field.name...)
		}
	}
	return path
}
