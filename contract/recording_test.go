// SPDX-License-Identifier: MIT

package contract

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/reservationstest/recording"
	"github.com/reservationkit/reservations-go/types"
)

// played records each response of the next transport and returns what the recording plays.
type played struct {
	t    *testing.T
	next http.RoundTripper
	ids  []int64
}

func (p played) RoundTrip(r *http.Request) (*http.Response, error) {
	path := filepath.Join(p.t.TempDir(), "recording.jsonl")
	recorder, err := recording.NewRecorder(path, p.next, recording.KeepIDs(p.ids...))
	if err != nil {
		return nil, err
	}
	response, err := recorder.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	_, _ = io.Copy(io.Discard, response.Body)
	response.Body.Close()
	if err := recorder.Close(); err != nil {
		return nil, err
	}
	player, err := recording.Open(path)
	if err != nil {
		return nil, err
	}
	recorded, err := firstRequest(path)
	if err != nil {
		return nil, err
	}
	return player.RoundTrip(recorded.WithContext(r.Context()))
}

// firstRequest returns the first request of a recording.
func firstRequest(path string) (*http.Request, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var exchange struct {
		Request struct {
			Method, Path string
			Query        map[string][]string
		}
	}
	_, lines, _ := strings.Cut(string(data), "\n")
	if err := json.NewDecoder(strings.NewReader(lines)).Decode(&exchange); err != nil {
		return nil, err
	}
	r, err := http.NewRequest(exchange.Request.Method, "https://api.example.com"+exchange.Request.Path, nil)
	if err != nil {
		return nil, err
	}
	query := r.URL.Query()
	maps.Copy(query, exchange.Request.Query)
	r.URL.RawQuery = query.Encode()
	return r, nil
}

// labels are the texts in a print, and also the names and numbers.
var labels = regexp.MustCompile(`"[^"]*"|[^ :{}\[\]"]+[:{]?`)

// shape prints a value without its texts.
func shape(value any) string {
	return labels.ReplaceAllStringFunc(fmt.Sprint(types.Redacted(value)), func(text string) string {
		isName := strings.ContainsAny(text[len(text)-1:], ":{")
		isNumber := strings.Trim(strings.TrimPrefix(text, "-"), "0123456789.") == ""
		if isName || isNumber {
			return text
		}
		return "TEXT"
	})
}

// TestRecordingsOnTheWire plays recordings of samples. They are what openapi.yaml allows, and print
// as the samples do but for texts.
func TestRecordingsOnTheWire(t *testing.T) {
	t.Parallel()
	eachCall(t, func(t *testing.T, s sampler, operation string) {
		want, srv := s.answer(t, operation), reservationstest.NewServer()
		if want != nil {
			srv.Inject(operation, reservationstest.Always(), reservationstest.TotalCount("1")) // of the night register
			srv.Inject(operation, reservationstest.Always(), reservationstest.Respond(asList(want)))
		} else {
			srv.Inject(operation, reservationstest.Always(), reservationstest.EmptyBody())
		}
		got := s.call(t, operation, &validator{t: t, next: played{t, srv, []int64{number(t)}}})
		if diff := cmp.Diff(shape(want), shape(got)); diff != "" {
			t.Errorf("the recording of %s prints as something else; after a new operation run go generate ./reservationstest/recording (-answered +played):\n%s", operation, diff)
		}
	})
}
