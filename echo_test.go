package reservations_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/reservationkit/reservations-go"
)

// quoting is a type of a program whose error quotes what it cannot read.
type quoting struct{}

func (*quoting) UnmarshalJSON(data []byte) error { return fmt.Errorf("cannot read %s", data) }

// TestEchoedKeyIsNotShown: the key is the id of a record by mistake, and the service sends it back in
// every place of a response that an error, a log record or a hook shows.
func TestEchoedKeyIsNotShown(t *testing.T) {
	t.Parallel()
	const key = "Canary-Key-1" // also a name that a header can have
	for name, rt := range map[string]roundTripFunc{
		"refused":         answers(404, "text/"+key, `{"description":"`+key+`","errors":["`+key+`"]}`, key, key, "X-Request-Id", key),
		"no JSON":         answers(200, "text/"+key, "no "+key, "X-Request-Id", key),
		"unreadable JSON": answers(200, "application/json", `"`+key+`"`, "X-Request-Id", key),
		"cut off":         brokenOff("X-Request-Id", key),
		"an error of the connection": func(*http.Request) (*http.Response, error) {
			return nil, errors.New("cannot send to " + key)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var out watch
				c, err := reservations.NewClient("https://api.example.com", key, reservations.WithHTTPClient(&http.Client{Transport: rt}),
					reservations.WithHooks(printingHooks(&out)),
					reservations.WithLogger(slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))))
				if err != nil {
					t.Fatal(err)
				}
				_, recordErr := c.TaxProfiles.Get(t.Context(), key)
				doErr := c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/things"}, new(quoting))
				if recordErr == nil || doErr == nil {
					t.Fatal("a call succeeded")
				}
				out.printError(recordErr)
				out.printError(doErr)
				if text := out.String(); !strings.Contains(text, "REDACTED") || strings.Contains(text, key) {
					_, after, _ := strings.Cut(text, key)
					t.Errorf("the key is shown before %.200s", after)
				}
			})
		})
	}
}

// TestErrorBodyKeepsItsBound: the body that an error holds does not exceed its bound, also
// when REDACTED is longer than the secrets that it replaces.
func TestErrorBodyKeepsItsBound(t *testing.T) {
	t.Parallel()
	const bound = 64 * 1024
	for name, size := range map[string]int{"a shorter body": bound - 1, "a body as long": bound, "a longer body": bound + 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := strings.Repeat("tok12 ", size/6+1)[:size]
			_, err := over(t, answers(404, "", body)).TaxProfiles.Get(t.Context(), "1", reservations.WithQuery("token", "tok12"))
			var refused *reservations.APIError
			if !errors.As(err, &refused) || len(refused.Body) != bound || strings.Contains(string(refused.Body), "tok12") {
				t.Errorf("got a body of %d bytes, %.100v", len(refused.Body), err)
			}
			_, err = over(t, answers(404, "", strings.Repeat("x", size))).TaxProfiles.Get(t.Context(), "1")
			if !errors.As(err, &refused) || len(refused.Body) != min(size, bound) {
				t.Errorf("got a body of %d bytes without a secret, %.100v", len(refused.Body), err)
			}
		})
	}
}

// TestSnippets: only the beginning of a page or a sentence is quoted, up to the first object.
func TestSnippets(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"x": "x", "x{": "x", "é{": "é", "~": "", "1 x": "", " <p>\n\tno</p>": "<p> no</p>", strings.Repeat("x", 256): strings.Repeat("x", 256), strings.Repeat("x", 257): strings.Repeat("x", 256),
		"{x": "", "[x": "", `"x`: "", "7": "", "true": "",
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			_, err := over(t, answers(200, "", body)).Guests.Get(t.Context(), 7)
			var odd *reservations.DecodeError
			if !errors.As(err, &odd) || odd.Snippet != want {
				t.Errorf("got %+v, want the snippet %q", err, want)
			}
		})
	}
}
