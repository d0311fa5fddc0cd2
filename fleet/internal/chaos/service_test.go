// SPDX-License-Identifier: MIT

//go:build linux

package chaos

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/fleet"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// service serves many parks from one port, and looks at the requests: those of two syncs of a park must not
// mix, none must begin outside of the window of its park, and no limit must be passed twice.
type service struct {
	url    string
	parks  []*park
	limits map[string]*limit
	delay  time.Duration // before each response

	mu       sync.Mutex
	requests int
	begun    map[string]bool // the syncs that have sent a request
	problems []string
}

// park is one organization of a service.
type park struct {
	fleet.Park
	data   *reservationstest.Server
	from   time.Time // of its window
	to     time.Time
	random *rand.Rand

	// These are guarded by service.mu.
	sync string // the last one that sent a request
	open int    // requests of it that are under way
}

// limit counts the requests of all parks with one rate limit.
type limit struct {
	most    int // requests in any limitSpan; 0 is as many as one likes
	arrived []time.Time
	refused int
}

// limitSpan is longer than a second, because on a busy machine requests arrive later than they are sent.
const limitSpan = 5 * time.Second

const (
	reservationsEach = 20
	firstNights      = 10 // how many nights before today are copied
)

func firstNight() types.Date { return types.DateOf(time.Now().UTC()).AddDays(-firstNights) }

// newService returns a service with parks, each with some reservations and a register. describe says what the
// entry of a park in the list is, but for its address.
func newService(t *testing.T, seed uint64, parks int, describe func(organization int64) fleet.Park) *service {
	t.Helper()
	s := &service{limits: map[string]*limit{}, begun: map[string]bool{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.url = server.URL
	for organization := int64(1); organization <= int64(parks); organization++ {
		p := &park{Park: describe(organization), random: rand.New(rand.NewPCG(seed, uint64(organization)))}
		p.Organization, p.BaseURL = organization, fmt.Sprintf("%s/%d", server.URL, organization)
		p.data = reservationstest.NewServer(
			reservationstest.WithKey(keyOf(p.Park)), reservationstest.WithOrganization(organization),
			reservationstest.WithBookings(reservationstest.Park(p.random.Uint64(), reservationsEach, firstNight(), firstNights)...))
		t.Cleanup(p.data.Close)
		for id := int64(1); id <= reservationsEach; id++ {
			p.data.Put(p.reservation(id))
		}
		if s.limits[p.Limit] == nil {
			s.limits[p.Limit] = &limit{}
		}
		s.parks = append(s.parks, p)
	}
	return s
}

// keyOf returns the API key of a park, whose name is in the list.
func keyOf(p fleet.Park) string { return "the value of " + p.Key }

// list returns the entries of all parks.
func (s *service) list() []fleet.Park {
	var all []fleet.Park
	for _, p := range s.parks {
		all = append(all, p.Park)
	}
	return all
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var organization int64
	if _, err := fmt.Sscanf(r.URL.Path, "/%d/", &organization); err != nil || organization < 1 || organization > int64(len(s.parks)) {
		s.problem("a request for %s, which no park has", r.URL.Path)
		http.NotFound(w, r)
		return
	}
	p := s.parks[organization-1]
	name, _, _ := strings.Cut(r.UserAgent(), " ")
	allowed := s.begin(p, name)
	defer s.end(p, name)
	switch {
	case !allowed:
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
	case s.waits(r):
		http.StripPrefix(fmt.Sprintf("/%d", organization), p.data).ServeHTTP(w, r)
	}
}

// waits reports whether the client is still there after the delay.
func (s *service) waits(r *http.Request) bool {
	select {
	case <-r.Context().Done():
		return false
	case <-time.After(s.delay):
		return true
	}
}

// begin notes a request of a sync, and reports whether the limit of the park allows it.
func (s *service) begin(p *park, name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	s.requests++
	switch {
	case name == p.sync:
	case s.begun[name]:
		s.note("park %d: %s goes on after %s has begun", p.Organization, name, p.sync)
	case p.open > 0:
		s.note("park %d: %s begins within a request of %s", p.Organization, name, p.sync)
	case !p.from.IsZero() && (now.Before(p.from) || !now.Before(p.to)):
		s.note("park %d: %s begins at %v, outside of its window from %v to %v", p.Organization, name, now, p.from, p.to)
	}
	if name != p.sync {
		p.sync, p.open, s.begun[name] = name, 0, true
	}
	p.open++
	l := s.limits[p.Limit]
	for len(l.arrived) > 0 && now.Sub(l.arrived[0]) >= limitSpan {
		l.arrived = l.arrived[1:]
	}
	if l.most > 0 && len(l.arrived) >= l.most {
		if l.refused++; l.refused > 1 {
			s.note("the limit of %s: %d requests in %v, and one more", p.Limit, l.most, limitSpan)
		}
		return false
	}
	l.arrived = append(l.arrived, now)
	return true
}

func (s *service) end(p *park, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if name == p.sync {
		p.open--
	}
}

func (s *service) problem(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.note(format, args...)
}

func (s *service) note(format string, args ...any) {
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
}

// counts returns how many requests have arrived, and from how many syncs.
func (s *service) counts() (requests, syncs int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests, len(s.begun)
}

// mustHaveNoProblem fails with the first of the problems that the service has seen.
func (s *service) mustHaveNoProblem(t *testing.T) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.problems) > 0 {
		t.Errorf("%d problems, the first of which is: %s", len(s.problems), s.problems[0])
	}
}
