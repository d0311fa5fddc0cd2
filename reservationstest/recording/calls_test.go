// SPDX-License-Identifier: MIT

package recording_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest/recording"
	"github.com/reservationkit/reservations-go/types"
)

// usedIDs are the ids of the records of testclient.Server, and of those that writes create.
func usedIDs() (ids []int64) {
	for id := range int64(31) {
		ids = append(ids, id, 1_000_000+id)
	}
	return ids
}

// everyCall makes every call of the SDK and returns their results by the names of the calls.
// Token is that of the reservation, and "" stands for the real one.
func everyCall(t *testing.T, client *reservations.Client, token string) map[string]any {
	t.Helper()
	results := map[string]any{}
	for _, call := range testclient.Calls() {
		call.Fill = func(_ reflect.Type, field reflect.StructField, value reflect.Value) bool {
			secret, is := reflect.TypeAssert[*types.Secret](value.Addr())
			if is = is && token != "" && field.Tag.Get("param") == "required"; is {
				*secret = types.NewSecret(token)
			}
			return is
		}
		result, err := call.Do(t.Context(), client)
		if err != nil {
			t.Fatalf("%s: %v", call.Name, err)
		}
		results[call.Name] = result
	}
	return results
}

// labels are the texts in a print, and also the names and numbers.
var labels = regexp.MustCompile(`"[^"]*"|[^ :{}\[\]"]+[:{]?`)

// shape prints a value with numbers for its texts. Equal texts have equal numbers.
func shape(value any) string {
	numbers := map[string]string{}
	return labels.ReplaceAllStringFunc(fmt.Sprint(types.Redacted(value)), func(text string) string {
		isName := strings.ContainsAny(text[len(text)-1:], ":{")
		isNumber := strings.Trim(strings.TrimPrefix(text, "-"), "0123456789.") == ""
		if isName || isNumber {
			return text
		}
		if numbers[text] == "" {
			numbers[text] = fmt.Sprint("text ", len(numbers)+1)
		}
		return numbers[text]
	})
}

// TestEveryCallIsPlayed records every call, plays the recording, and records that again.
func TestEveryCallIsPlayed(t *testing.T) {
	t.Parallel()
	srv := testclient.Server(7, 8, 9, 10, 11, 12, 13, 14)
	srv.SetBookings(testclient.Present(30)...)
	var original, played map[string]any
	path := record(t, srv, func(c *reservations.Client) { original = everyCall(t, c, "") }, recording.KeepIDs(usedIDs()...))
	again := record(t, open(t, path), func(c *reservations.Client) { played = everyCall(t, c, "secret-1") },
		recording.KeepIDs(usedIDs()...))
	if diff := cmp.Diff(content(t, path), content(t, again)); diff != "" {
		t.Errorf("a recording of the recording is another one (-first +second):\n%.3000s", diff)
	}
	replaced := map[string]string{}
	for name, result := range original {
		if diff := cmp.Diff(shape(result), shape(played[name])); diff != "" {
			t.Errorf("%s is played as another result (-recorded +played):\n%s", name, diff)
		}
		compare(t, name, decoded(t, result), decoded(t, played[name]), replaced)
	}
	values := map[string]string{}
	for before, after := range replaced {
		if other, taken := values[after]; taken {
			t.Errorf("both %q and %q are played as %q", before, other, after)
		}
		values[after] = before
	}
	if len(replaced) < 50 {
		t.Errorf("only %d texts are compared", len(replaced))
	}
}

// decoded returns a result as maps and lists.
func decoded(t *testing.T, result any) (value any) {
	t.Helper()
	data, err := json.Marshal(result)
	if err == nil {
		err = json.Unmarshal(data, &value)
	}
	if err != nil {
		t.Fatal(err)
	}
	return value
}
