// SPDX-License-Identifier: MIT

package register

import "strings"

// lack is something that the register does not say of some reservations.
type lack struct {
	What         string
	Reservations int
	Stays        []stay // one of each reservation, from its last night
}

// lacksOf counts the reservations of which the register does not say what an authority asks for.
func lacksOf(l *locale, nights []night) (lacks []lack) {
	for _, field := range []struct {
		name string
		of   func(stay) string
	}{
		{l.Name, func(s stay) string { return s.Name }},
		{l.Document, func(s stay) string { return s.Document }},
		{l.Residence, func(s stay) string { return s.Locality }},
		{l.Country, func(s stay) string { return s.Country }},
	} {
		found := lack{What: field.name}
		place := map[any]int{}
		for _, n := range nights {
			for _, s := range n.Stays {
				if strings.TrimSpace(field.of(s)) != "" {
					continue
				}
				i, known := place[s.identity()]
				if !known {
					i = len(found.Stays)
					place[s.identity()] = i
					found.Stays = append(found.Stays, s)
				}
				found.Stays[i] = s
			}
		}
		if found.Reservations = len(found.Stays); found.Reservations > 0 {
			lacks = append(lacks, found)
		}
	}
	return lacks
}
