package types_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// canary is in no printed value.
const canary = "canary-in-clear"

// TestRecordsPrintNoSecret puts the canary into every secret of every record and prints
// the record in every way that a program prints values.
func TestRecordsPrintNoSecret(t *testing.T) {
	t.Parallel()
	var holders []string
	for _, r := range records {
		value := reflect.New(r.typ)
		if plantSecrets(value.Elem()) == 0 {
			continue
		}
		holders = append(holders, r.typ.Name())
		record := value.Elem().Interface()
		if data := string(encode(t, record)); !strings.Contains(data, canary) {
			t.Errorf("%s: JSON lost the secret: %s", r.typ.Name(), data)
		}
		for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%10v"} {
			for _, printed := range []any{record, value.Interface(), []any{record}, []any{value.Interface()}, map[string]any{"r": value.Interface()}, struct{ R any }{value.Interface()}} {
				checkRedacted(t, r.typ.Name()+" with "+format, fmt.Sprintf(format, printed))
			}
		}
		for name, printed := range map[string]any{"the record": record, "a pointer to it": value.Interface()} {
			checkRedacted(t, name+" "+r.typ.Name()+" in slog text", logged(t, textHandler, printed))
			checkRedacted(t, name+" "+r.typ.Name()+" in slog JSON", logged(t, jsonHandler, printed))
		}
	}
	want := []string{
		"AccommodationUnit", "AccommodationUnitWifiConfiguration", "GroupReservation", "Reservation", "ReservationSummary",
		"StaffMemberSpecification", "SummaryGroupReservation", "Task", "Webhook", "WebhookEvent",
	}
	if !slices.Equal(holders, want) {
		t.Errorf("secrets are in %v; the API has them in %v", holders, want)
	}
}

func TestSecret(t *testing.T) {
	t.Parallel()
	secret := types.Secret(canary)
	if string(secret) != canary || secret.String() != "[redacted]" || types.Secret("").String() != "" {
		t.Errorf("%q in clear, %q as a String, %q when empty", string(secret), secret.String(), types.Secret("").String())
	}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%5.2s"} {
		if got := fmt.Sprintf(format, secret); got != "[redacted]" {
			t.Errorf("%s prints %s", format, got)
		}
	}
	for name, handler := range map[string]func(*bytes.Buffer) slog.Handler{"text": textHandler, "JSON": jsonHandler} {
		if got := logged(t, handler, secret); !strings.Contains(got, "[redacted]") || strings.Contains(got, canary) {
			t.Errorf("slog %s prints %s", name, got)
		}
	}
}

// TestRecordsAreLoggedByField shows that redaction leaves the rest of a record readable.
func TestRecordsAreLoggedByField(t *testing.T) {
	t.Parallel()
	task := types.Task{
		ID: 7, DueTime: "09:00", Created: types.NewDateTime(types.NewDate(2026, 11, 20).Midnight()),
		StaffMemberSpecifications: []types.StaffMemberSpecification{{ID: 8, Token: canary}},
		AccommodationUnit:         &types.AccommodationUnit{ID: 9, PetsAllowed: types.Ptr(false)},
	}
	want := `{"accommodationUnit":{"id":9,"petsAllowed":false},"created":"2026-11-20T00:00:00Z","dueTime":"09:00","id":7,"staffMemberSpecifications":[{"id":8,"token":"[redacted]"}]}`
	if got := logged(t, jsonHandler, task); !strings.Contains(got, want) {
		t.Errorf("logged as %s; want %s", got, want)
	}
	event := types.WebhookEvent{ID: "1", Payload: types.Object(`{"token":"` + canary + `"}`)}
	if got := logged(t, jsonHandler, event); strings.Contains(got, canary) || !strings.Contains(got, `"payload":"object of `) {
		t.Errorf("a payload, which may hold anything, is logged as %s", got)
	}
	if got := fmt.Sprintf("%v %s", task, []*types.WebhookEvent{{ID: "1", Attempts: 3}, nil}); got != "map[accommodationUnit:map[id:9 petsAllowed:false] created:2026-11-20T00:00:00Z dueTime:09:00 id:7 staffMemberSpecifications:[map[id:8 token:[redacted]]]] [map[attempts:3 id:1] <nil>]" {
		t.Errorf("printed as %s", got)
	}
}

// plantSecrets sets every secret in value to the canary, making the pointers and slices
// on the way, and returns how many there are.
func plantSecrets(value reflect.Value) int {
	if value.Type() == reflect.TypeFor[types.Secret]() {
		value.SetString(canary)
		return 1
	}
	count := 0
	switch value.Kind() {
	case reflect.Pointer:
		value.Set(reflect.New(value.Type().Elem()))
		count = plantSecrets(value.Elem())
	case reflect.Slice:
		value.Set(reflect.MakeSlice(value.Type(), 1, 1))
		count = plantSecrets(value.Index(0))
	case reflect.Struct:
		if _, scalar := value.Interface().(json.Marshaler); !scalar {
			for i := range value.NumField() {
				count += plantSecrets(value.Field(i))
			}
		}
	}
	if count == 0 {
		value.SetZero()
	}
	return count
}

func checkRedacted(t *testing.T, what, printed string) {
	t.Helper()
	hex := fmt.Sprintf("%x", canary)
	if strings.Contains(printed, canary) || strings.Contains(printed, hex) || printed == "" {
		t.Errorf("%s prints %s", what, printed)
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
