// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	gosync "sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// world is a service with a clock of its own, which changes while it is read, and fails or is
// left at a random request. Its clock is a year behind ours, and hours pass between requests.
type world struct {
	random *rand.Rand
	after  bool                                    // modifiedSince itself is not included
	order  func(a, b types.ReservationSummary) int // of the list
	list   []types.ReservationSummary
	next   int64
	churn  int  // changes come with one of so many requests
	calm   bool // nothing changes and nothing fails

	mu    gosync.Mutex
	clock time.Time
	left  int // requests until it fails
	stop  context.CancelFunc
}

func newWorld(random *rand.Rand) *world {
	w := &world{random: random, after: random.IntN(2) == 0, clock: time.Now().AddDate(-1, 0, 0), next: 1, churn: 1 + random.IntN(12)}
	byID := func(a, b types.ReservationSummary) int { return int(a.ID - b.ID) }
	w.order = []func(a, b types.ReservationSummary) int{
		byID,
		func(a, b types.ReservationSummary) int { return byID(b, a) },
		func(a, b types.ReservationSummary) int { // those that change move
			at, _ := a.Modified.Time()
			bt, _ := b.Modified.Time()
			return 2*at.Compare(bt) + byID(a, b)/max(1, int(max(a.ID-b.ID, b.ID-a.ID)))
		},
	}[random.IntN(3)]
	for range 201 + random.IntN(100) { // so that most Syncs take two transactions
		w.add()
	}
	return w
}

func (w *world) add() {
	w.list = append(w.list, w.record(w.next))
	w.next++
}

func (w *world) record(id int64) types.ReservationSummary {
	return types.ReservationSummary{
		ID: id, Name: fmt.Sprint("version ", w.random.Uint32()), DateFrom: types.NewDate(2026, 7, 6).DateTime(), Modified: types.NewDateTime(w.clock),
		TotalPrice: types.NewNumber(w.random.Int64N(1000)), Guests: make([]types.GuestContact, w.random.IntN(2)),
		OrderLines: slices.Repeat([]types.SummaryOrderLine{{ID: id, TotalPrice: types.NewNumber(w.random.Int64N(1000))}}, w.random.IntN(3)),
	}
}

// pass lets time pass, and reservations come, change and go.
func (w *world) pass() {
	w.clock = w.clock.Add(time.Duration(w.random.Int64N(int64(6 * time.Hour))))
	for range w.random.IntN(4) {
		switch n := len(w.list); {
		case n == 0 || w.random.IntN(3) == 0:
			w.add()
		case w.random.IntN(3) == 0:
			i := w.random.IntN(n)
			w.list = slices.Delete(w.list, i, i+1)
		default:
			i := w.random.IntN(n)
			w.list[i] = w.record(w.list[i].ID)
		}
	}
}

func (w *world) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.calm {
		if w.random.IntN(w.churn) == 0 {
			w.pass()
		}
		if w.left--; w.left == 0 {
			if w.random.IntN(2) == 0 {
				w.stop()
				return nil, r.Context().Err()
			}
			return w.respond(r, http.StatusForbidden, nil), nil
		}
	}
	query := r.URL.Query()
	since, _ := time.Parse(time.RFC3339, query.Get("modifiedSince"))
	var listed []types.ReservationSummary
	for _, record := range w.list {
		modified, _ := record.Modified.Time()
		if modified.After(since) || modified.Equal(since) && !w.after {
			listed = append(listed, record)
		}
	}
	slices.SortFunc(listed, w.order)
	offset, _ := strconv.Atoi(query.Get("offset"))
	limit, _ := strconv.Atoi(query.Get("limit"))
	return w.respond(r, http.StatusOK, listed[min(offset, len(listed)):min(offset+limit, len(listed))]), nil
}

func (w *world) respond(r *http.Request, status int, page []types.ReservationSummary) *http.Response {
	body, err := json.Marshal(append([]types.ReservationSummary{}, page...))
	if err != nil {
		panic(err)
	}
	return &http.Response{
		StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r, ContentLength: int64(len(body)), Body: io.NopCloser(strings.NewReader(string(body))),
		Header: http.Header{"Content-Type": {"application/json"}, "Date": {w.clock.UTC().Format(http.TimeFormat)}},
	}
}

// contents returns the reservations as [world.copied] does.
func (w *world) contents() map[int64]string {
	all := map[int64]string{}
	for _, r := range w.list {
		text := fmt.Sprint(r.Name, " ", r.TotalPrice, " guests ", len(r.Guests))
		for _, line := range r.OrderLines {
			text += fmt.Sprint(" line ", line.TotalPrice)
		}
		all[r.ID] = text
	}
	return all
}

func (w *world) copied(t *testing.T, m *mirror.Mirror) map[int64]string {
	t.Helper()
	all := map[int64]string{}
	for _, row := range query(t, m.DB(), "SELECT id, name, total_price, (SELECT COUNT(*) FROM reservation_guests WHERE reservation_id = reservations.id) AS guests FROM reservations") {
		all[row["id"].(int64)] = fmt.Sprint(row["name"], " ", row["total_price"], " guests ", row["guests"])
	}
	for _, row := range query(t, m.DB(), "SELECT reservation_id, total_price FROM order_lines ORDER BY reservation_id, position") {
		all[row["reservation_id"].(int64)] += fmt.Sprint(" line ", row["total_price"])
	}
	return all
}

// TestWorlds copies random services that change under way, with Syncs that are cancelled or fail at random requests. One Sync
// that nothing disturbs then makes the copy equal to the source, but for what was removed there; with Full for that too.
func TestWorlds(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		seed := rand.Uint64()
		disturbed, resumed := 0, 0
		worlds, most := uint64(2), uint64(2)
		if testkit.Deep() {
			worlds, most = 12, 120
		}
		for number := uint64(0); number < worlds || resumed == 0 && number < most; number++ { // until a Sync has gone on where one was
			w := newWorld(rand.New(rand.NewPCG(seed, number)))
			client, err := reservations.NewClient("https://api.example.test", reservationstest.Key, reservations.WithOrganization(1),
				reservations.WithHTTPClient(&http.Client{Transport: w}), reservations.WithRetry(reservations.NoRetry()), reservations.WithMaxConcurrency(1))
			if err != nil {
				t.Fatal(err)
			}
			dsn := newDSN()
			run := func(full, calm bool) mirror.SyncResult {
				m := openMirror(t, dsn, mirror.Config{SkipRegister: true, Full: full})
				defer m.Close()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				w.calm, w.left, w.stop = calm, 1+w.random.IntN(12), cancel
				s, err := m.Sync(ctx, client)
				var incomplete *reservations.IncompleteError
				switch {
				case err == nil:
				case calm:
					t.Fatalf("seed %d, world %d: the Sync that nothing disturbs: %v", seed, number, err)
				case !errors.Is(err, context.Canceled) && !errors.Is(err, reservations.ErrForbidden) && !errors.As(err, &incomplete):
					t.Fatalf("seed %d, world %d: %v", seed, number, err)
				default:
					disturbed++
				}
				if s.Resumed {
					resumed++
				}
				return s
			}
			reader := openMirror(t, dsn, mirror.Config{SkipRegister: true})
			check := func(full bool) {
				want, got := w.contents(), w.copied(t, reader)
				for id := range got {
					if _, found := want[id]; !found && !full {
						delete(got, id) // removed at the source
					}
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("seed %d, world %d, full %v (-source +copy):\n%s", seed, number, full, diff)
				}
			}
			for range 2 {
				for range 1 + w.random.IntN(4) {
					run(w.random.IntN(4) == 0, false)
					if w.random.IntN(3) == 0 {
						w.pass()
					}
				}
				run(false, true)
				check(false)
			}
			w.add() // so that the list is not empty, which Full takes for a fault
			run(w.random.IntN(2) == 0, false)
			run(true, true)
			check(true)
			reader.Close()
		}
		t.Logf("%d Syncs were disturbed, and %d have gone on where one was", disturbed, resumed)
		if testkit.Deep() && (disturbed == 0 || resumed == 0) {
			t.Errorf("seed %d tests nothing", seed)
		}
	})
}
