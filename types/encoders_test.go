// SPDX-License-Identifier: MIT

package types_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// encoders write a value, and read it into another of its type.
var encoders = map[string]func(value, into reflect.Value) error{
	"json":          inStruct(`json:"v,omitzero"`, json.Marshal, json.Unmarshal),
	"xml element":   inStruct(``, xml.Marshal, xml.Unmarshal),
	"xml attribute": inStruct(`xml:"v,attr"`, xml.Marshal, xml.Unmarshal),
	"gob": inStruct(``, func(value any) ([]byte, error) {
		var data bytes.Buffer
		err := gob.NewEncoder(&data).Encode(value)
		return data.Bytes(), err
	}, func(data []byte, into any) error { return gob.NewDecoder(bytes.NewReader(data)).Decode(into) }),
	"json key": func(value, into reflect.Value) error {
		if !value.Comparable() {
			return errors.ErrUnsupported
		}
		keys := reflect.MakeMap(reflect.MapOf(value.Type(), reflect.TypeFor[int]()))
		keys.SetMapIndex(value, reflect.ValueOf(1))
		read := reflect.New(keys.Type())
		data, err := json.Marshal(keys.Interface())
		if err == nil {
			err = json.Unmarshal(data, read.Interface())
		}
		for key := range read.Elem().Seq() {
			into.Set(key)
		}
		return err
	},
	"text": func(value, into reflect.Value) error { // as YAML and TOML do
		text, isText := reflect.TypeAssert[encoding.TextMarshaler](value)
		read, isRead := reflect.TypeAssert[encoding.TextUnmarshaler](into.Addr())
		if !isText || !isRead {
			return errors.ErrUnsupported
		}
		data, err := text.MarshalText()
		if err != nil {
			return err
		}
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		flags.TextVar(read, "v", into.Interface().(encoding.TextMarshaler), "")
		return flags.Set("v", string(data))
	},
	"database": func(value, into reflect.Value) error {
		column, err := driver.DefaultParameterConverter.ConvertValue(value.Interface())
		if err != nil {
			return err
		}
		if read, isRead := reflect.TypeAssert[sql.Scanner](into.Addr()); isRead {
			return read.Scan(column)
		}
		into.Set(reflect.ValueOf(column).Convert(into.Type())) // as it does with what is a string or []byte
		return nil
	},
}

// inStruct encodes a value as a field of a struct of the caller.
func inStruct(tags reflect.StructTag, write func(any) ([]byte, error), read func([]byte, any) error) func(value, into reflect.Value) error {
	return func(value, into reflect.Value) error {
		holder := reflect.StructOf([]reflect.StructField{
			{Name: "XMLName", Type: reflect.TypeFor[xml.Name](), Tag: `json:"-" xml:"holder"`}, {Name: "V", Type: value.Type(), Tag: tags},
		})
		from, to := reflect.New(holder).Elem(), reflect.New(holder)
		from.Field(1).Set(value)
		data, err := write(from.Interface())
		if err == nil {
			err = read(data, to.Interface())
		}
		into.Set(to.Elem().Field(1))
		return err
	}
}

// TestStoredByEveryEncoder: a value that an encoder has stored is read as it was, or one of the two is an error. None
// stores REDACTED or a value without its content.
func TestStoredByEveryEncoder(t *testing.T) {
	t.Parallel()
	stores := map[string]string{ // so that no error hides what should work
		"Secret": "database gob json json key text xml attribute xml element", "Nullable": "json",
		"Decimal": "gob json json key text xml attribute xml element", "Guest": "gob json text xml attribute xml element",
		"ReservationUpdate": "gob json text xml attribute xml element", "ReservationStatus": "database gob json json key xml attribute xml element",
	}
	for name, values := range everyType(t) {
		for _, value := range values {
			good := []string{}
			for encoder, through := range encoders {
				into := reflect.New(value.Type()).Elem()
				if through(value, into) != nil {
					continue
				}
				good = append(good, encoder)
				was, is := encode(t, value.Interface()), encode(t, into.Interface())
				if diff := cmp.Diff(value.Interface(), into.Interface(), cmpopts.EquateEmpty()); diff != "" || !bytes.Equal(was, is) {
					t.Errorf("%s, as %s has stored it, is read as %s (-was +is):\n%s", was, encoder, is, diff)
				}
			}
			slices.Sort(good)
			if got := strings.Join(good, " "); stores[name] != "" && !value.IsZero() && got != stores[name] {
				t.Errorf("a %s is stored by %s; want %s", name, got, stores[name])
			}
		}
	}
}

// everyType returns a value of each exported type of the package, by its name, and the zero value of those that are
// no record.
func everyType(t *testing.T) map[string][]reflect.Value {
	t.Helper()
	text := strings.ReplaceAll(awkward, "\x00", "") // which XML cannot hold
	all := map[string][]reflect.Value{"View": nil}  // which is written and not read
	add := func(value any) {
		name, _, _ := strings.Cut(reflect.TypeOf(value).Name(), "[")
		all[name] = append(all[name], reflect.ValueOf(value), reflect.Zero(reflect.TypeOf(value)))
	}
	add(types.NewSecret(text))
	add(types.Extra{text: json.RawMessage(`[1.50,"x"]`)})
	add(types.Set(text))
	add(types.Set(types.MustNumber("7.50")))
	add(types.Null[string]())
	add(types.OneOrMany[types.ResponseRef]{{ID: 1}, {ID: 2, Extra: types.Extra{"x": json.RawMessage(`1`)}}})
	for typ, values := range forms {
		if typ != reflect.TypeFor[types.Secret]() && typ != reflect.TypeFor[json.RawMessage]() {
			add(decode(t, typ, encode(t, values[0])).Interface())
		}
	}
	for _, typ := range structs {
		all[typ.Name()] = []reflect.Value{decode(t, typ, encode(t, sender{form: 2, all: true}.record(typ)))}
		for _, field := range fieldsOf(typ) {
			enum := structtag.ValueType(field.Type)
			if enum.Kind() == reflect.String && enum.PkgPath() != "" && all[enum.Name()] == nil {
				add(reflect.ValueOf(text).Convert(enum).Interface())
			}
		}
	}
	files, _ := filepath.Glob("*.go")
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range regexp.MustCompile(`(?m)^type ([A-Z]\w*)`).FindAllSubmatch(source, -1) {
			if _, has := all[string(declared[1])]; !has {
				t.Errorf("there is no value of the type %s", declared[1])
			}
		}
	}
	return all
}
