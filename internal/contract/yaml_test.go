// SPDX-License-Identifier: MIT

package contract

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	yaml "github.com/oasdiff/yaml3"

	"github.com/reservationkit/reservations-go/types"
)

// TestYAML: a value that YAML writes is read again as it was, or writing or reading it is an error.
// TestStoredByEveryEncoder in package types does the same with the encoders of the standard library.
func TestYAML(t *testing.T) {
	t.Parallel()
	secret := types.NewSecret("null")
	for want, value := range map[string]any{
		"v: \"null\"\n":            secret,
		"v:\n    - \"null\"\n":     []*types.Secret{&secret},
		"v:\n    \"null\": true\n": map[types.Secret]bool{secret: true},
		"v: \"7.50\"\n":            types.MustDecimal("7.50"),
		"v: \"\"\n":                types.Number{},
		"v: \"2026-11-20\"\n":      types.NewDate(2026, 11, 20).DateTime(),
		"v: '{\"id\":1,\"url\":\"\",\"secret\":\"null\",\"active\":true}'\n": types.Webhook{ID: 1, Secret: secret, Active: true},
		"v: '{\"notes\":null,\"package\":false,\"petLines\":[],\"x\":1.50}'\n": types.ReservationUpdate{
			Notes: types.Null[string](), Package: new(false), PetLines: []types.PetLineUpdate{}, Extra: map[string]any{"x": json.RawMessage("1.50")},
		},
		"the body that holds it": types.Set("late"),
		"v: Webhook{id:1}\n":     types.Redacted(types.Webhook{ID: 1, Secret: secret}),
	} {
		holder := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "V", Type: reflect.TypeOf(value)}}))
		holder.Elem().Field(0).Set(reflect.ValueOf(value))
		data, err := yaml.Marshal(holder.Interface())
		if err != nil {
			data = []byte(err.Error())
		}
		if got := string(data); got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("a %T is written as %s, want %s", value, got, want)
		}
		again := reflect.New(holder.Type().Elem())
		if yaml.Unmarshal(data, again.Interface()) != nil {
			continue
		}
		if diff := cmp.Diff(holder.Interface(), again.Interface()); diff != "" {
			t.Errorf("%s is read otherwise (-was +is):\n%s", data, diff)
		}
	}
}
