package reservations_test

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// An offsetWalk is a method that returns an iterator over a list that is paged by offset,
// such as Supplements.All.
type offsetWalk struct {
	service    string // the field of Client
	method     reflect.Method
	idRequired bool // a record without an id cannot be read
}

// offsetWalks finds these methods by their params, which have an offset, and their records,
// which have an id, so that a new list needs no row in any test of walks.
func offsetWalks(t *testing.T) map[string]offsetWalk {
	t.Helper()
	walks := map[string]offsetWalk{}
	for service, method := range serviceMethods() {
		if method.Type.Out(0).Kind() != reflect.Func {
			continue
		}
		_, hasOffset := method.Type.In(2).FieldByName("Offset")
		id, hasID := method.Type.Out(0).In(0).In(0).FieldByName("ID")
		if hasOffset && hasID {
			_, option, _ := strings.Cut(id.Tag.Get("json"), ",")
			walks[service+"."+method.Name] = offsetWalk{service, method, option == ""}
		}
	}
	if len(walks) == 0 {
		t.Fatal("no method walks a list by offset")
	}
	return walks
}

// ids returns the ids of the records, from an offset and with pages of a size. The
// required params are set to something.
func (w offsetWalk) ids(t *testing.T, ctx context.Context, c *reservations.Client, offset, limit int, opts ...reservations.CallOption) (ids []int64, err error) {
	t.Helper()
	params := reflect.New(w.method.Type.In(2)).Elem()
	for i := range params.NumField() {
		if params.Type().Field(i).Tag.Get("param") != "required" {
			continue
		}
		switch field := params.Field(i).Addr().Interface().(type) {
		case *int64:
			*field = 1
		case *time.Time:
			*field = from
		case *types.Date:
			*field = parkFrom
		default:
			t.Fatalf("%s.%s requires a %T: say here what to send", w.service, w.method.Name, field)
		}
	}
	params.FieldByName("Offset").SetInt(int64(offset))
	params.FieldByName("Limit").SetInt(int64(limit))
	service := reflect.ValueOf(c).Elem().FieldByName(w.service)
	out := w.method.Func.CallSlice([]reflect.Value{service, reflect.ValueOf(ctx), params, reflect.ValueOf(opts)})
	for record, problem := range out[0].Seq2() {
		if !problem.IsNil() {
			return ids, problem.Interface().(error)
		}
		ids = append(ids, record.FieldByName("ID").Int())
	}
	return ids, nil
}
