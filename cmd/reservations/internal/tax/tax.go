// SPDX-License-Identifier: MIT

package tax

import (
	"cmp"
	"maps"
	"slices"

	"github.com/shopspring/decimal"
)

// key is what a line of the result is about.
type key struct{ month, country, ageGroup string }

// line is the tax of one month, country and age group.
type line struct {
	key
	nights, exempt int64 // exempt is a part of nights
	rate           rate
	tax            decimal.Decimal // rounded
}

func (l line) taxed() int64 { return l.nights - l.exempt }

// result is the tax of a period.
type result struct {
	lines []line // by month, country and age group
	total line
	past  problems
}

// tax multiplies the nights of the period by the rates.
func (n *nights) tax(o options, r rates) *result {
	lines := map[key]*line{}
	for g, present := range n.present {
		tariff, _ := r.of(g.ageGroup) // is there: count has checked it
		for date, persons := range present {
			if !o.period.Contains(date) {
				continue
			}
			k := key{date.String()[:len("2026-10")], g.country, g.ageGroup}
			if lines[k] == nil {
				lines[k] = &line{key: k, rate: tariff}
			}
			lines[k].nights += persons
			if tariff.exempt {
				lines[k].exempt += persons
			} else {
				lines[k].exempt += n.exempt(g, date, tariff.maxNights)
			}
		}
	}
	t := &result{past: n.past}
	for _, l := range lines {
		// Round rounds a half away from zero, and no tax is below zero.
		l.tax = l.rate.amount.Mul(decimal.NewFromInt(l.taxed())).Round(o.digits)
		t.lines = append(t.lines, *l)
	}
	slices.SortFunc(t.lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.month, b.month), cmp.Compare(a.country, b.country), cmp.Compare(a.ageGroup, b.ageGroup))
	})
	t.total = sum(t.lines)
	return t
}

func sum(lines []line) (total line) {
	for _, l := range lines {
		total.nights += l.nights
		total.exempt += l.exempt
		total.tax = total.tax.Add(l.tax)
	}
	return total
}

// sums adds up the lines that share a part of their keys, in the order of these parts.
func (t *result) sums(part func(key) string) (names []string, totals map[string]line) {
	grouped := map[string][]line{}
	for _, l := range t.lines {
		grouped[part(l.key)] = append(grouped[part(l.key)], l)
	}
	totals = map[string]line{}
	for name, lines := range grouped {
		totals[name] = sum(lines)
	}
	return slices.Sorted(maps.Keys(totals)), totals
}
