// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// oddWorld is a service whose values cannot all be read, whose clock jumps, and which changes while it is read.
type oddWorld struct {
	killer
	server *httptest.Server
	first  types.Date // night
	list   []oddRecord
	next   int64 // id of the next new reservation
	calm   bool  // nothing changes, and the clock is right
	ahead  time.Duration
	lists  map[string]map[string]bool // what each list of a reservation has been, as text
	names  map[int64]map[string]bool  // which rows each reservation has been
}

func newOddWorld(t *testing.T, random *rand.Rand) *oddWorld {
	w := &oddWorld{
		killer: newKiller(random), first: types.DateOf(time.Now().UTC()).AddDays(-60), next: 1,
		lists: map[string]map[string]bool{}, names: map[int64]map[string]bool{},
	}
	w.fails = "incomplete"
	records := 201 + random.IntN(50) // so that a Sync takes two transactions
	if testkit.Deep() {
		records = 150 + random.IntN(300)
	}
	for range records {
		w.add()
	}
	w.server = httptest.NewServer(w)
	t.Cleanup(w.server.Close)
	return w
}

func (w *oddWorld) now() time.Time { return time.Now().Add(w.ahead).UTC() }

// add adds a reservation, and now and then one without an id, or two with one id.
func (w *oddWorld) add() {
	w.list = append(w.list, w.record(w.next))
	switch w.random.IntN(25) {
	case 0:
		r := w.record(w.next)
		r.json = strings.Replace(r.json, fmt.Sprintf(`"id":%d,`, w.next), []string{"", `"id":null,`, `"id":"x",`, `"id":1.5,`}[w.random.IntN(4)], 1)
		r.id, w.list[len(w.list)-1] = 0, r
		w.list[len(w.list)-1] = r
	case 1:
		w.list = append(w.list, w.record(w.next))
	}
	w.next++
}

// record makes a version of a reservation.
func (w *oddWorld) record(id int64) oddRecord {
	r := newOddRecord(w.random, id, w.now())
	for list, rows := range r.lists {
		note(w.lists, fmt.Sprint(id, list), strings.Join(rows, "\n"))
	}
	note(w.names, id, r.row)
	return r
}

func note[K comparable](all map[K]map[string]bool, key K, text string) {
	if all[key] == nil {
		all[key] = map[string]bool{}
	}
	all[key][text] = true
}

// pass changes the source, and lets the clock jump now and then.
func (w *oddWorld) pass() {
	if w.random.IntN(4) == 0 {
		const year = 365 * 24 * time.Hour
		w.ahead = []time.Duration{0, 0, -time.Hour, time.Hour, -40 * 24 * time.Hour, 40 * 24 * time.Hour, -2 * year, 2 * year}[w.random.IntN(8)]
	}
	w.add()
	for range 3 {
		if i := w.random.IntN(len(w.list)); w.list[i].id != 0 {
			w.list[i] = w.record(w.list[i].id)
		}
	}
	if i := w.random.IntN(len(w.list)); w.random.IntN(3) == 0 {
		w.list = slices.Delete(w.list, i, i+1)
	}
}

func (w *oddWorld) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.request()
	if w.calm {
		w.ahead = 0
	} else {
		w.pass()
	}
	query := r.URL.Query()
	var body []string
	if strings.HasSuffix(r.URL.Path, "/summaries") {
		body = w.page(query.Get("modifiedSince"), query.Get("offset"), query.Get("limit"))
	} else {
		rw.Header().Set("X-Total-Count", "1")
		last := query.Get("dateTo")[:len(time.DateOnly)]
		for night := must(types.ParseDate(query.Get("dateFrom")[:len(time.DateOnly)])); night.String() <= last; night = night.AddDays(1) {
			body = append(body, w.night(night))
		}
	}
	rw.Header().Set("Content-Type", "application/json")
	rw.Header().Set("Date", w.now().Format(http.TimeFormat))
	fmt.Fprintf(rw, "[%s]", strings.Join(body, ","))
}

func (w *oddWorld) page(since, offset, limit string) (page []string) {
	after, _ := time.Parse(time.RFC3339, since)
	for _, r := range w.list {
		if !r.modified.Before(after) {
			page = append(page, r.json)
		}
	}
	from, _ := strconv.Atoi(offset)
	most, _ := strconv.Atoi(limit)
	return page[min(from, len(page)):min(from+most, len(page))]
}

// night is one of the register: somebody was present if it is over in truth.
func (w *oddWorld) night(night types.Date) string {
	if night.Compare(types.DateOf(time.Now().UTC())) >= 0 {
		return fmt.Sprintf(`{"date":%q,"items":[]}`, night)
	}
	return fmt.Sprintf(`{"date":%q,"items":[{"reservationId":1,"numOfPersons":%d,"reservationDateFrom":"soon"}]}`, night, night.Day)
}

// check compares a copy that is complete with the source.
func (w *oddWorld) check(t *testing.T, m *mirror.Mirror, result mirror.SyncResult) {
	t.Helper()
	times := map[int64]int{}
	withoutID := map[string]bool{}
	for _, r := range w.list {
		times[r.id]++
		if r.id == 0 {
			withoutID[r.number] = true
		}
	}
	copied := map[int64]map[string]any{}
	for _, row := range query(t, m.DB(), "SELECT * FROM reservations") {
		copied[row["id"].(int64)] = row
	}
	lines := w.copiedLines(t, m)
	counted := map[string]int{}
	aside := 0
	for _, r := range w.list {
		row := copied[r.id]
		if r.id == 0 || times[r.id] > 1 {
			if aside++; row != nil && !w.names[r.id][oddText(row, "")] {
				t.Errorf("reservation %d, which was set aside, has never been %v", r.id, row)
			}
			continue
		}
		for _, field := range r.unread {
			counted[field]++
		}
		if row == nil || oddText(row, "") != r.row || fmt.Sprint(row["unread"]) != names(r.unread) || fmt.Sprint(row["kept"]) != names(r.kept) {
			t.Fatalf("reservation %d\nsent %s\ncopy %v\nwant %s unread %v kept %v", r.id, r.json, row, r.row, r.unread, r.kept)
		}
		for _, list := range []string{"guest", "guests", "orderLines"} {
			want, isRead := r.lists[list]
			got := strings.Join(lines[fmt.Sprint(r.id, list)], "\n")
			if isRead && got != strings.Join(want, "\n") || !isRead && got != "" && !w.lists[fmt.Sprint(r.id, list)][got] {
				t.Fatalf("reservation %d, %s\nsent %s\ncopy %q\nwant %q", r.id, list, r.json, got, want)
			}
		}
	}
	for id, row := range copied {
		if number, _ := row["number"].(string); times[id] == 0 && !withoutID[number] {
			t.Errorf("the copy has reservation %d, which was removed", id)
		}
	}
	for field, n := range counted { // a reservation that is read twice counts twice
		if result.Unread[field] < n {
			t.Errorf("of %s %d values cannot be read, and %d are counted", field, n, result.Unread[field])
		}
	}
	if result.SetAside < aside {
		t.Errorf("%d records are set aside, want %d", result.SetAside, aside)
	}
}

// copiedLines returns the rows of the copy as oddRecord.lists has them, by id and list.
func (w *oddWorld) copiedLines(t *testing.T, m *mirror.Mirror) map[string][]string {
	all := map[string][]string{}
	for _, row := range query(t, m.DB(), "SELECT * FROM reservation_guests ORDER BY reservation_id, position") {
		list := "guests"
		if row["position"] == int64(0) {
			list = "guest"
		}
		key := fmt.Sprint(row["reservation_id"], list)
		all[key] = append(all[key], oddText(row, list))
	}
	for _, row := range query(t, m.DB(), "SELECT * FROM order_lines ORDER BY reservation_id, position") {
		key := fmt.Sprint(row["reservation_id"], "orderLines")
		all[key] = append(all[key], oddText(row, "orderLines"))
	}
	return all
}

// checkNights compares the nights with what they are in truth.
func (w *oddWorld) checkNights(t *testing.T, m *mirror.Mirror) {
	t.Helper()
	want, got := map[string]string{}, map[string]string{}
	for night := w.first; night.Compare(types.DateOf(time.Now().UTC())) < 0; night = night.AddDays(1) {
		want[night.String()] = fmt.Sprint(night.Day, ` {"reservationDateFrom":"soon"}`)
	}
	for _, row := range query(t, m.DB(), "SELECT d.day AS day, num_of_persons, i.extra AS extra FROM register_days d LEFT JOIN register_items i ON i.day = d.day") {
		got[day(row["day"])] = fmt.Sprint(row["num_of_persons"], " ", row["extra"])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("nights (-source +copy):\n%s", diff)
	}
}

// TestKilledOverOddValues kills programs that copy at random moments, while the source changes, sends values that cannot be
// read, and has a clock that jumps, as theirs do. Then a full Sync has all that can be read, and the rest is kept and counted.
func TestKilledOverOddValues(t *testing.T) {
	t.Parallel()
	kills, killsPerWorld := 1, 1
	if testkit.Deep() {
		kills, killsPerWorld = 100, 3
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 0))
		for killed := 0; killed < kills; {
			w := newOddWorld(t, random)
			program := child{DSN: newDSN(), URL: w.server.URL, Register: w.first}
			for range killsPerWorld {
				program.Ahead = []time.Duration{0, 0, time.Hour, -time.Hour, 8000 * time.Hour, -8000 * time.Hour}[random.IntN(6)]
				if w.kill(t, program) {
					killed++
				}
			}
			w.mu.Lock()
			w.calm = true
			w.mu.Unlock()
			client, err := reservations.NewClient(w.server.URL, reservationstest.Key, reservations.WithOrganization(1))
			if err != nil {
				t.Fatal(err)
			}
			sync(t, openMirror(t, program.DSN, mirror.Config{RegisterFrom: w.first}), client)
			m := openMirror(t, program.DSN, mirror.Config{RegisterFrom: w.first, Full: true})
			result := sync(t, m, client)
			if w.check(t, m, result); t.Failed() {
				t.Fatalf("seed %d, after %d kills; of the list %v ids were used", seed, killed, len(slices.Collect(maps.Keys(w.names))))
			}
			w.checkNights(t, m)
			w.server.Close()
		}
	})
}
