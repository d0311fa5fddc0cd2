// SPDX-License-Identifier: MIT

package cost

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"github.com/shopspring/decimal"
)

// The service sends the amounts of summaries as numbers.
func init() { decimal.MarshalJSONWithoutQuotes = true }

// firstDay is the first day of every list and register.
var firstDay = time.Date(2026, time.July, 1, 0, 0, 0, 0, time.UTC)

// local is the time zone in which the service writes instants.
var local = time.FixedZone("", 2*60*60)

const (
	different = 1000 // how many summaries differ in more than their ids
	month     = 31
	firstID   = 1000000 // the lowest id of a reservation
)

// summaryTails returns the summaries without their beginning, which has the id.
var summaryTails = sync.OnceValue(func() [][]byte {
	tails := make([][]byte, different)
	for i := range tails {
		s := sample[summary](i)
		s.ID = new(int64(firstID))
		tails[i] = encode(s)[len(`{"id":`)+len(strconv.Itoa(firstID)):]
	}
	return tails
})

// summariesBody returns a page of n summaries of about 5 KB each, from the summary at offset.
func summariesBody(offset, n int) []byte {
	page := []byte("[")
	for i := offset; i < offset+n; i++ {
		page = append(page, `{"id":`...)
		page = strconv.AppendInt(page, firstID+int64(i), 10)
		page = append(page, summaryTails()[i%different]...)
		page = append(page, ',')
	}
	page[len(page)-1] = ']'
	if n <= 0 {
		return []byte("[]")
	}
	return page
}

// registerBody returns a page of the register of some days with n reservations, from the
// reservation at offset. With the same days, a reservation is the same on pages of all sizes.
func registerBody(days, offset, n int) []byte {
	page := make([]presenceDay, days)
	for i := range page {
		page[i] = presenceDay{&date{firstDay.AddDate(0, 0, i)}, []presenceItem{}}
	}
	for i := offset; i < offset+n; i++ {
		random := rand.New(rand.NewPCG(uint64(i), 8))
		from := random.IntN(days+1) - 1 // so that each has a night in the register
		nights, groups := 2+random.IntN(13), 1+random.IntN(3)
		for group := range groups {
			item := sample[presenceItem](i)
			item.AgeGroup, item.NumOfPersons = &texts["AgeGroup"][group], new(int64(1+group))
			item.ReservationID = new(firstID + int64(i))
			item.DateFrom, item.DateTo = &date{firstDay.AddDate(0, 0, from)}, &date{firstDay.AddDate(0, 0, from+nights)}
			for night := max(0, from); night < min(days, from+nights); night++ {
				page[night].Items = append(page[night].Items, item)
			}
		}
	}
	return encode(page)
}

// guestBody returns a guest with everything set, about 1 KB.
func guestBody() []byte {
	g := sample[guest](guestID)
	g.BirthDate = new("1996-05-01T00:00:00+02:00") // an instant here, a day in a summary
	return encode(g)
}

func encode(v any) []byte {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return body
}
