// SPDX-License-Identifier: MIT

package tax

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/csvfile"
)

// rate is what one person of an age group pays for one night.
type rate struct {
	amount    decimal.Decimal
	exempt    bool
	maxNights int // in a row, after which a person is exempt; 0 when there is no such limit
}

// text returns the rate with all its decimals, and at least as many as digits.
func (r rate) text(digits int32) string {
	if r.exempt {
		return "exempt"
	}
	return r.amount.StringFixed(max(digits, -r.amount.Exponent()))
}

// rates are the rates by the name of the age group in lower case.
type rates map[string]rate

func (r rates) of(ageGroup string) (rate, bool) {
	found, ok := r[strings.ToLower(strings.TrimSpace(ageGroup))]
	return found, ok
}

// longest is how many nights before the period count for an exemption in it.
func (r rates) longest() (nights int) {
	for _, rate := range r {
		nights = max(nights, rate.maxNights)
	}
	return nights
}

//go:embed rates.csv
var exampleRates string

// readRates reads the file of --rates, or the example for the invented park.
func (o options) readRates() (rates, error) {
	if o.rates == "" {
		if !o.demo {
			return nil, cli.UsageErrorf("--rates is needed: give a CSV file with the rate of each age group; --rates-example prints one")
		}
		return parseRates(exampleRates)
	}
	text, err := os.ReadFile(o.rates)
	if err != nil {
		return nil, cli.UsageErrorf("the rates cannot be read: %w", err)
	}
	r, err := parseRates(string(text))
	if err != nil {
		return nil, cli.UsageErrorf("the rates in %s cannot be used: %w", o.rates, err)
	}
	return r, nil
}

func parseRates(text string) (rates, error) {
	in, err := csvfile.NewReader(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	in.FieldsPerRecord = -1
	header, err := in.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if want := []string{"ageGroup", "rate", "maxNights"}; !slices.Equal(header, want) && !slices.Equal(header, want[:2]) {
		return nil, fmt.Errorf("the first row must be ageGroup,rate,maxNights or ageGroup,rate, but is %q", strings.Join(header, string(in.Comma)))
	}
	all := rates{}
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		line, _ := in.FieldPos(0)
		if len(row) != len(header) {
			return nil, fmt.Errorf("line %d has %d cells, and the first row has %d", line, len(row), len(header))
		}
		r, err := parseRate(append(row, "")[:3], in.Comma == ';')
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		name := strings.ToLower(strings.TrimSpace(row[0]))
		if _, twice := all[name]; twice || name == "" {
			return nil, fmt.Errorf("line %d: an age group needs a name and one row, but this is %q", line, row[0])
		}
		all[name] = r
	}
	if len(all) == 0 {
		return nil, errors.New("there is no age group in it")
	}
	return all, nil
}

// mostNights is the longest row of nights that can be asked for: the register is read from
// so many nights before the period.
const mostNights = 366

var amounts = regexp.MustCompile(`^\d{1,12}(\.\d{1,8})?$`)

// parseRate reads the cells ageGroup, rate and maxNights.
func parseRate(cells []string, decimalComma bool) (r rate, err error) {
	amount, nights := strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2])
	if nights != "" {
		if r.maxNights, err = strconv.Atoi(nights); err != nil || r.maxNights < 1 || r.maxNights > mostNights {
			return r, fmt.Errorf("maxNights must be from 1 to %d, or empty, but is %q", mostNights, nights)
		}
	}
	if strings.EqualFold(amount, "exempt") {
		r.exempt, r.maxNights = true, 0
		return r, nil
	}
	if decimalComma {
		amount = strings.Replace(amount, ",", ".", 1)
	}
	if !amounts.MatchString(amount) {
		return r, fmt.Errorf("a rate is an amount such as 2.45, or exempt, but this is %q", cells[1])
	}
	if r.amount = decimal.RequireFromString(amount); r.amount.IsZero() {
		return r, errors.New("the rate is 0; write exempt for an age group that pays nothing")
	}
	return r, nil
}
