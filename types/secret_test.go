package types_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// canary is in no printed value.
const canary = "canary-in-clear"

func TestSecret(t *testing.T) {
	t.Parallel()
	secret := types.Secret(canary)
	if string(secret) != canary || secret.String() != "REDACTED" || types.Secret("").String() != "" {
		t.Errorf("%q in clear, %q as a String, %q when empty", string(secret), secret.String(), types.Secret("").String())
	}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%5.2s"} {
		if got := fmt.Sprintf(format, secret); got != "REDACTED" {
			t.Errorf("%s prints %s", format, got)
		}
	}
	for name, handler := range map[string]func(*bytes.Buffer) slog.Handler{"text": textHandler, "JSON": jsonHandler} {
		if got := logged(t, handler, secret); !strings.Contains(got, "REDACTED") || strings.Contains(got, canary) {
			t.Errorf("slog %s prints %s", name, got)
		}
	}
}

func textHandler(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) }
func jsonHandler(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) }

func logged(t *testing.T, handler func(*bytes.Buffer) slog.Handler, value any) string {
	t.Helper()
	var out bytes.Buffer
	slog.New(handler(&out)).Info("test", "record", value)
	return out.String()
}
