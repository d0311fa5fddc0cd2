package reservationstest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// parkFrom and parkDays are the range of the parks below: 1 November to 5 December.
var parkFrom = types.NewDate(2026, 11, 1)

const parkDays = 35

var parkRange = rt.PresenceQuery{DateFrom: parkFrom, DateTo: parkFrom.AddDays(parkDays - 1), IncludeCancelled: true}

func TestParkIsDeterministic(t *testing.T) {
	t.Parallel()
	park := rt.Park(7, 100, parkFrom, parkDays)
	if diff := cmp.Diff(park, rt.Park(7, 100, parkFrom, parkDays)); diff != "" {
		t.Errorf("the same seed (-first +second):\n%s", diff)
	}
	if cmp.Equal(park, rt.Park(8, 100, parkFrom, parkDays)) {
		t.Error("another seed gives the same park")
	}
	wantGolden(t, "park.json", rt.Park(1, 60, parkFrom, parkDays))
	if got := len(park); got != 100 {
		t.Errorf("%d reservations", got)
	}
}

// edges names what the reservations of a park must hold, each as a question about one.
var edges = map[string]func(rt.Booking) bool{
	"nobody checked in":   func(r rt.Booking) bool { return !r.Cancelled && len(r.Stays) > 1 && !anyStay(r, present) },
	"cancelled":           func(r rt.Booking) bool { return r.Cancelled && !anyStay(r, present) },
	"cancelled, present":  func(r rt.Booking) bool { return r.Cancelled && anyStay(r, present) },
	"one group is absent": func(r rt.Booking) bool { return anyStay(r, present) && !allStays(r, present) },
	"no check-out at all": func(r rt.Booking) bool { return allStays(r, open) },
	"one group's check-out is missing": func(r rt.Booking) bool {
		return anyStay(r, open) && anyStay(r, func(s rt.Stay) bool { return !s.CheckOut.IsZero() })
	},
	"children": func(r rt.Booking) bool {
		return anyStay(r, func(s rt.Stay) bool { return s.AgeGroup == "Children" })
	},
	"infants": func(r rt.Booking) bool {
		return anyStay(r, func(s rt.Stay) bool { return s.AgeGroup == "Infants" })
	},
	"two groups of adults": func(r rt.Booking) bool { return len(r.Stays) > 1 && r.Stays[len(r.Stays)-1].AgeGroup == "Adults" },
	"check-in at different times": func(r rt.Booking) bool {
		return allStays(r, present) && anyStay(r, func(s rt.Stay) bool { return s.AgeGroup != "Adults" && !s.CheckIn.Equal(r.Stays[0].CheckIn) })
	},
	"check-out at different times": func(r rt.Booking) bool {
		return allStays(r, closed) && anyStay(r, func(s rt.Stay) bool { return !s.CheckOut.Equal(r.Stays[0].CheckOut) })
	},
	"check-in just before midnight UTC": func(r rt.Booking) bool {
		return anyStay(r, func(s rt.Stay) bool {
			return present(s) && s.CheckIn.UTC().Hour() == 23 && s.CheckIn.UTC().Minute() >= 30
		})
	},
	"check-in just after midnight UTC": func(r rt.Booking) bool {
		return anyStay(r, func(s rt.Stay) bool {
			return present(s) && s.CheckIn.UTC().Hour() == 0 && s.CheckIn.UTC().Minute() < 30
		})
	},
	"no night": func(r rt.Booking) bool {
		return allStays(r, func(s rt.Stay) bool {
			return closed(s) && types.DateOf(s.CheckIn.UTC()) == types.DateOf(s.CheckOut.UTC())
		})
	},
	"later than booked": func(r rt.Booking) bool {
		return anyStay(r, func(s rt.Stay) bool { return closed(s) && types.DateOf(s.CheckOut.UTC()).Compare(r.DateTo) > 0 })
	},
	"present before the range": func(r rt.Booking) bool {
		return anyStay(r, func(s rt.Stay) bool {
			return closed(s) && s.CheckIn.Before(parkRange.DateFrom.Midnight()) && s.CheckOut.After(parkRange.DateFrom.AddDays(1).Midnight())
		})
	},
	"present after the range": func(r rt.Booking) bool {
		return anyStay(r, func(s rt.Stay) bool {
			return closed(s) && s.CheckIn.Before(parkRange.DateTo.Midnight()) && s.CheckOut.After(parkRange.DateTo.AddDays(2).Midnight())
		})
	},
	"booked outside the range": func(r rt.Booking) bool { return r.DateTo.Compare(parkFrom) < 0 },
	"an id beyond 2^53":        func(r rt.Booking) bool { return r.ID > 1<<53 },
	"no document":              func(r rt.Booking) bool { return r.DocumentType == "" },
}

func present(s rt.Stay) bool { return !s.CheckIn.IsZero() }
func open(s rt.Stay) bool    { return present(s) && s.CheckOut.IsZero() }
func closed(s rt.Stay) bool  { return present(s) && !s.CheckOut.IsZero() }

func anyStay(r rt.Booking, is func(rt.Stay) bool) bool {
	return !allStays(r, func(s rt.Stay) bool { return !is(s) })
}

func allStays(r rt.Booking, is func(rt.Stay) bool) bool {
	for _, s := range r.Stays {
		if !is(s) {
			return false
		}
	}
	return true
}

func TestParkHoldsEveryEdge(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		park := rt.Park(seed, 400, parkFrom, parkDays)
		for name, is := range edges {
			held := 0
			for _, r := range park {
				if is(r) {
					held++
				}
			}
			if held == 0 {
				t.Errorf("seed %d: no reservation has %q", seed, name)
			}
		}
	}
}

// TestParkIsEmptyForSomeDays also checks that the other days are not.
func TestParkIsEmptyForSomeDays(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		srv := rt.NewServer(rt.WithBookings(rt.Park(seed, 400, parkFrom, parkDays)...))
		empty, first := 0, 0
		for i, d := range srv.Register(parkRange) {
			if len(d.Items) == 0 {
				if empty == 0 {
					first = i
				}
				empty++
			}
		}
		if empty != 3 || first < 10 || first > 25 {
			t.Errorf("seed %d: %d days are empty, from day %d on; want 3 in the middle", seed, empty, first)
		}
	}
}

func TestParkHasNoRepeats(t *testing.T) {
	t.Parallel()
	for _, size := range []struct{ reservations, days int }{{400, parkDays}, {30, 1}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			checkNoRepeats(t, rt.Park(1, size.reservations, parkFrom, size.days))
		})
	}
}

func checkNoRepeats(t *testing.T, park []rt.Booking) {
	t.Helper()
	ids, numbers, nights := map[int64]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range park {
		if ids[r.ID] || numbers[r.Number] {
			t.Errorf("reservation %d, %s, is there twice", r.ID, r.Number)
		}
		ids[r.ID], numbers[r.Number] = true, true
		for d := r.DateFrom; d != r.DateTo; d = d.AddDays(1) {
			night := fmt.Sprintf("%s on %s", r.UnitNumber, d)
			if nights[night] {
				t.Errorf("unit %s is let twice", night)
			}
			nights[night] = true
		}
	}
}

// TestParkOfAnySize has the parks that leave a generator little room.
func TestParkOfAnySize(t *testing.T) {
	t.Parallel()
	for _, days := range []int{1, 2, 9, 10, 60, 366} {
		for _, reservations := range []int{0, 1, 50} {
			park := rt.Park(1, reservations, parkFrom, days)
			if len(park) != reservations {
				t.Errorf("%d reservations over %d days, want %d", len(park), days, reservations)
			}
			last := parkFrom.AddDays(days)
			for _, r := range park {
				if r.DateFrom.Compare(parkFrom.AddDays(-14)) < 0 || r.DateFrom.Compare(last.AddDays(14)) > 0 || r.DateTo.Compare(r.DateFrom) <= 0 {
					t.Errorf("over %d days: booked from %s to %s", days, r.DateFrom, r.DateTo)
				}
			}
		}
	}
}

// TestParkPages walks parks page by page and compares with the truth: what any client
// must be able to do with this server.
func TestParkPages(t *testing.T) {
	t.Parallel()
	for seed, limit := range []int{1, 7, 25, 26, 100, 1000} {
		t.Run(fmt.Sprint("limit ", limit), func(t *testing.T) {
			t.Parallel()
			srv := rt.NewServer(rt.WithBookings(rt.Park(uint64(seed), 100, day(1), 10)...))
			c := inMemory(t, srv)
			var merged []types.PresenceDay
			for offset, total := 0, 1; offset < total; offset += limit {
				resp := c.presence(fmt.Sprint("limit=", limit), fmt.Sprint("offset=", offset))
				if _, err := fmt.Sscan(resp.Header.Get("X-Total-Count"), &total); err != nil {
					t.Fatal(err)
				}
				for i, d := range readDays(t, resp) {
					if offset == 0 {
						merged = append(merged, d)
					} else {
						merged[i].Items = append(merged[i].Items, d.Items...)
					}
				}
			}
			if diff := cmp.Diff(srv.Register(whole), merged); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParkModifiedIsBeforeArrival(t *testing.T) {
	t.Parallel()
	for _, r := range rt.Park(1, 100, parkFrom, parkDays) {
		if age := r.DateFrom.Midnight().Sub(r.Modified); age < 0 || age > 60*24*time.Hour {
			t.Errorf("%s is modified %v before arrival", r.Number, age)
		}
	}
}
