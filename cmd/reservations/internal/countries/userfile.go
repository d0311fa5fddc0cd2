// SPDX-License-Identifier: MIT

package countries

import (
	"errors"
	"fmt"
	"io"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/csvfile"
)

// A Finder finds the codes of texts: first in the table of the user, and then in those of this package.
type Finder struct{ own map[string]string }

// ReadFinder reads the table of a user: CSV with the header text,country, where a country is an ISO code or
// a name. The error says which line is wrong.
func ReadFinder(in io.Reader) (Finder, error) {
	r, err := csvfile.NewReader(in)
	if err != nil {
		return Finder{}, err
	}
	all, err := r.ReadAll()
	if err != nil {
		return Finder{}, err
	}
	if len(all) == 0 || len(all[0]) != 2 || all[0][0] != "text" || all[0][1] != "country" {
		return Finder{}, errors.New("the first line must be text,country")
	}
	own := map[string]string{}
	for _, row := range all[1:] {
		code, _ := Find(row[1])
		k := key(row[0])
		switch {
		case code == "":
			return Finder{}, fmt.Errorf("%q: %q is no country; use an ISO code such as NL", row[0], row[1])
		case k == "":
			return Finder{}, fmt.Errorf("a text for %s is empty", code)
		case own[k] != "" && own[k] != code:
			return Finder{}, fmt.Errorf("%q is both %s and %s", row[0], own[k], code)
		}
		own[k] = code
	}
	return Finder{own}, nil
}

// Find is as [Find], with the table of the user first.
func (f Finder) Find(text string) (code string, by By) {
	if code := f.own[key(text)]; code != "" {
		return code, ByFile
	}
	return Find(text)
}
