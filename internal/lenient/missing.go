package lenient

import "strconv"

// checkMissing looks for the required fields among those that were not given.
func (s *scan) checkMissing(p *plan, marks []mark) {
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

// appendPath writes steps as in [Warning.Path].
func appendPath(path []byte, steps []step) []byte {
	for _, st := range steps {
		switch {
		case st.single:
		case st.inMap:
			path = append(strconv.AppendQuote(append(path, '['), st.key), ']')
		case st.field == nil:
			path = append(strconv.AppendInt(append(path, '['), int64(st.index), 10), ']')
		default:
			if len(path) > 0 {
				path = append(path, '.')
			}
			path = append(path, st.field.name...)
		}
	}
	return path
}
