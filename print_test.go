package reservations_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

func TestPagePrintsNothingPersonal(t *testing.T) {
	t.Parallel()
	page := reservations.PresencePage{Total: 1, Days: []types.PresenceDay{{
		Date: types.NewDate(2026, 11, 20), Items: []types.PresenceItem{{ReservationID: 7, ReservationName: "Jansen", GuestLocality: "Jansendam"}},
	}}}
	const want = "PresencePage{days:[{date:2026-11-20 items:[{reservationId:7}]}] total:1}"
	for _, value := range []any{page, &page} {
		for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%t", "%d"} {
			if got := fmt.Sprintf(format, value); got != want {
				t.Errorf("%s prints %s, want %s", format, got, want)
			}
		}
		var log bytes.Buffer
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "page", value)
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "page", value)
		if got := log.String(); strings.Contains(got, "Jansen") || !strings.Contains(got, `{"days":[{"date":"2026-11-20","items":[{"reservationId":7}]}],"total":1}`) {
			t.Errorf("logged as %s", got)
		}
	}
}

func TestResponsePrintsNothingPersonal(t *testing.T) {
	t.Parallel()
	resp := reservations.Response{StatusCode: 200, Body: []byte(`{"surname":"Jansen"}`)}
	const want = "Response(status 200, 20 bytes)"
	for _, value := range []any{resp, &resp} {
		for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			if got := fmt.Sprintf(format, value); got != want {
				t.Errorf("%s prints %s, want %s", format, got, want)
			}
		}
		for name, handler := range map[string]func(io.Writer, *slog.HandlerOptions) slog.Handler{
			"text": func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewTextHandler(w, o) },
			"JSON": func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewJSONHandler(w, o) },
		} {
			var log bytes.Buffer
			slog.New(handler(&log, nil)).Info("x", "response", value)
			if got := log.String(); strings.Contains(got, "Jansen") || !strings.Contains(got, want) {
				t.Errorf("logged as %s: %s", name, got)
			}
		}
	}
}
