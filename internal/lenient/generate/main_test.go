// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

func TestGeneratedFileIsCurrent(t *testing.T) {
	t.Parallel()
	want, err := generate(records)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../records/records_generated.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("the structs have changed: run go generate ./internal/lenient/records")
	}
}

func TestStructsThatCannotBeDecodedAreRefused(t *testing.T) {
	t.Parallel()
	type (
		required struct {
			A string `json:"a"`
		}
		keyless struct {
			A string `json:",omitempty"`
		}
		defaulted struct {
			A bool `json:"a,omitempty" default:"true"`
		}
		quoted struct {
			A string `json:"a,omitempty,string"`
		}
		embedded struct {
			required `json:"required,omitzero"`
		}
		float struct {
			A float64 `json:"a,omitempty"`
		}
		pointer struct {
			A *required `json:"a,omitempty"`
		}
		itself struct {
			types.Date
		}
		oneOrMany struct {
			A types.OneOrMany[types.ResponseRef] `json:"a,omitempty"`
		}
	)
	for _, record := range []any{
		required{}, keyless{}, defaulted{}, quoted{}, embedded{}, float{}, pointer{}, itself{}, oneOrMany{}, struct{}{},
	} {
		t.Run(reflect.TypeOf(record).String(), func(t *testing.T) {
			t.Parallel()
			if source, err := generate([]reflect.Type{reflect.TypeOf(record)}); err == nil {
				t.Errorf("generated:\n%.1000s", source)
			}
		})
	}
}
