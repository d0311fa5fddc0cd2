// SPDX-License-Identifier: MIT

package recording

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// Player is an [http.RoundTripper] and an [http.Handler] that responds as a recorded service did.
// Make one with [Open]. Its methods are safe for concurrent use.
type Player struct {
	exchanges []exchange
	lists     map[string]*list // by the request without offset and limit

	mu     sync.Mutex
	played map[string]int // how often a request was made
	byKey  map[string][]response
}

// Open returns a Player for the file of a recording. It fails when the file cannot be read or
// is not whole, and when it has another version of the format.
func Open(path string) (*Player, error) {
	exchanges, err := read(path)
	if err != nil {
		return nil, err
	}
	p := &Player{
		exchanges: exchanges, lists: listsOf(exchanges), played: map[string]int{}, byKey: map[string][]response{},
	}
	for _, x := range exchanges {
		key := x.Request.String()
		p.byKey[key] = append(p.byKey[key], x.Response)
	}
	return p, nil
}

// NewClient returns a client that sends its requests to a [Player] for the file at path. A file or an
// option that cannot be used ends the test. The default organization of the client is the one that the
// recorded requests name, or 1 if they name none or several. The backoff is short, as in the client of
// [reservationstest.New]. opts come after both.
func NewClient(t reservationstest.TB, path string, opts ...reservations.Option) *reservations.Client {
	t.Helper()
	player, err := Open(path)
	if err != nil {
		t.Fatalf("%v", err)
		return nil
	}
	opts = append([]reservations.Option{
		reservations.WithHTTPClient(&http.Client{Transport: player}),
		reservations.WithRetry(reservations.RetryPolicy{MinWait: time.Millisecond, MaxWait: 10 * time.Millisecond}),
		reservations.WithOrganization(player.organization()),
	}, opts...)
	client, err := reservations.NewClient("https://api.example.test", reservationstest.Key, opts...)
	if err != nil {
		t.Fatalf("recording: the client cannot be made: %v", err)
	}
	return client
}

// organization returns the organization that the requests name, or 1 if they name none or several.
func (p *Player) organization() int64 {
	var named []string
	for _, x := range p.exchanges {
		named = append(named, x.Request.Query["organization"]...)
	}
	slices.Sort(named)
	if named = slices.Compact(named); len(named) == 1 {
		if id, err := strconv.ParseInt(named[0], 10, 64); err == nil && id > 0 {
			return id
		}
	}
	return 1
}

// RoundTrip responds to a request. Its host, key, other headers and body do not matter. RoundTrip fails
// if no recorded response fits; the client does not retry that.
func (p *Player) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		defer r.Body.Close()
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	played, err := p.respond(r)
	if err != nil {
		return nil, err
	}
	body := played.content()
	return &http.Response{
		Status:     fmt.Sprintf("%d %s", played.Status, http.StatusText(played.Status)),
		StatusCode: played.Status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: played.Header.Clone(), Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
		Request: r,
	}, nil
}

// ServeHTTP responds to a request, for programs that need a server. Where [Player.RoundTrip] would
// fail, the response has status 501 and says why.
func (p *Player) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	played, err := p.respond(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotImplemented)
		return
	}
	for name, values := range played.Header {
		w.Header()[name] = slices.Clone(values)
	}
	w.WriteHeader(played.Status)
	_, _ = w.Write(played.content())
}

// respond returns what was recorded for a request. If that is several responses, it returns one after
// the other, and then the last one again. A page that was not recorded is put together from others.
func (p *Player) respond(r *http.Request) (response, error) {
	asked := requestOf(r)
	key := asked.String()
	p.mu.Lock()
	played := p.played[key]
	p.played[key]++
	p.mu.Unlock()
	if recorded := p.byKey[key]; recorded != nil {
		return recorded[min(played, len(recorded)-1)], nil
	}
	if whole := p.lists[asked.list().String()]; whole != nil {
		return whole.respond(asked)
	}
	return response{}, fmt.Errorf("recording: %s was not recorded%s", asked.outline(), p.nearest(asked))
}

// requestOf returns a request in the form of recorded ones. Nothing in it is replaced.
func requestOf(r *http.Request) request {
	operation, path := routeOf(r.Method, r.URL)
	return request{operation.Name, r.Method, path, r.URL.Query()}
}

// outline describes a request without the values of its parameters, which may be tokens.
func (r request) outline() string {
	names := make([]string, 0, len(r.Query))
	for name := range r.Query {
		names = append(names, name)
	}
	slices.Sort(names)
	text := r.Method + " " + r.Path
	if len(names) > 0 {
		text += " with the parameters " + strings.Join(names, ", ")
	}
	return text
}

// nearest returns the end of an error text: it names the recorded request that has most in common with
// asked, or says that there is none like it.
func (p *Player) nearest(asked request) string {
	var best request
	most := 0
	for _, x := range p.exchanges {
		if common := asked.common(x.Request); common > most {
			best, most = x.Request, common
		}
	}
	if most == 0 {
		return ", and nothing like it was"
	}
	return "; the most similar request is " + best.String()
}

// common counts what two requests have in common. An equal path counts most, then an equal operation.
func (r request) common(other request) (common int) {
	const operation, path = 100, 200
	if r.Operation != "" && r.Operation == other.Operation {
		common += operation
	}
	if r.Method == other.Method && r.Path == other.Path {
		common += path
	}
	if common == 0 {
		return 0
	}
	for name, values := range r.Query {
		if slices.Equal(values, other.Query[name]) {
			common++
		}
	}
	return common
}
