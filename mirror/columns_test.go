// SPDX-License-Identifier: MIT

package mirror_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// badValues are JSON that no column holds as it is, or only some.
var badValues = map[string]string{
	"too long":           strconv.Quote(strings.Repeat("aB3$", 2500) + "@example.com"),
	"character 0":        `"a\u0000b"`,
	"half a surrogate":   `"a\ud800b"`,
	"many digits":        strings.Repeat("9", 2000),
	"a text of digits":   strconv.Quote(strings.Repeat("9", 20_000)),
	"beyond 64 bits":     "99999999999999999999999999",
	"beyond every range": "-1e999999",
	"close to zero":      "1e-300",
	"year":               `"99999-01-01T00:00:00Z"`,
	"levels":             strings.Repeat("[", 2000) + strings.Repeat("]", 2000),
	"odd names":          `{"a\u0000":1,"\ud800":"\ud800"}`,
	"wrong type":         `[true,"a\u0000"]`,
}

// fieldsOf returns the paths of the fields of a record, such as orderLines[].quantity, also of those that it does not know.
func fieldsOf(record reflect.Type, path string) (all []string) {
	for f := range record.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		name = path + strings.ReplaceAll(name, "-", "unknown")
		isList := f.Type.Kind() == reflect.Slice
		all = append(all, name)
		if isList || f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct {
			all = append(all, fieldsOf(f.Type.Elem(), name+testkit.If(isList, "[]")+".")...)
		}
	}
	return all
}

// recordWith returns the JSON of a record with a value at a path.
func recordWith(fields, path, value string) string {
	name, rest, isInside := strings.Cut(path, ".")
	if isInside {
		value = recordWith(`"id":9`, rest, value)
	}
	if list, isList := strings.CutSuffix(name, "[]"); isList {
		name, value = list, "["+value+"]"
	}
	return fmt.Sprintf("{%s,%q:%s}", fields, name, value)
}

// TestBadValues puts each of them in each field. All records are copied. A field whose value is not stored as it was sent
// is named, and no query fails because of it.
func TestBadValues(t *testing.T) {
	paths, kinds := fieldsOf(reflect.TypeFor[types.ReservationSummary](), ""), slices.Sorted(maps.Keys(badValues))
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, StoreExtra: true, StoreSecrets: true})
		for _, path := range testkit.Cases(25, paths[1:]) { // without the id
			var list []string
			for i, kind := range kinds {
				list = append(list, recordWith(fmt.Sprintf(`"id":%d`, i+1), path, badValues[kind]))
			}
			syncOf(t, m, "["+strings.Join(list, ",")+`,{"id":99,"extra":{"x":1}}]`)
			stored := map[any]string{} // by reservation
			for _, table := range tables[:9] {
				for _, row := range query(t, m.DB(), "SELECT * FROM "+table) {
					stored[cmp.Or(row["reservation_id"], row["id"])] += fmt.Sprint(row)
				}
				query(t, m.DB(), "SELECT extra ->> 'x' FROM "+table)
				if t.Name() == "TestBadValues/postgres" {
					query(t, m.DB(), "SELECT CAST(extra AS JSONB) FROM "+table)
				}
			}
			query(t, m.DB(), "SELECT * FROM turnover_per_month")
			if len(stored) != len(kinds)+1 {
				t.Errorf("%s: %d records are copied, want %d", path, len(stored), len(kinds)+1)
			}
			for i, kind := range kinds {
				sent, isNamed := badValues[kind], strings.Contains(stored[int64(i+1)], "unread:"+path)
				_ = json.Unmarshal([]byte(sent), &sent) // if it is a text
				if !isNamed && !strings.Contains(stored[int64(i+1)], sent) {
					t.Errorf("%s, %s: it is neither stored nor named: %.300s", path, kind, stored[int64(i+1)])
				}
			}
		}
	})
}

// TestBadNights does the same with each field of the register. A night that cannot be read stays as it was; the nights
// before and after it are stored.
func TestBadNights(t *testing.T) {
	last := types.DateOf(time.Now().UTC()).AddDays(-1)
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{RegisterFrom: last.AddDays(-2), StoreExtra: true})
		for _, path := range testkit.Cases(5, fieldsOf(reflect.TypeFor[types.PresenceDay](), "")) {
			for kind, sent := range badValues {
				srv := source(t, 0)
				srv.Inject("reports.presence", reservationstest.Always(), nights(1, func(night types.Date) any {
					item := map[string]any{"reservationId": 1, "numOfPersons": 2}
					day := map[string]any{"date": night, "items": []any{item}}
					if field, isItem := strings.CutPrefix(path, "items[]."); night == last.AddDays(-1) && isItem {
						item[field] = json.RawMessage(sent)
					} else if night == last.AddDays(-1) {
						day[path] = json.RawMessage(sent)
					}
					return day
				}))
				must(m.DB().Exec("DELETE FROM register_days"))
				result := sync(t, m, clientOf(srv))
				stored := fmt.Sprint(query(t, m.DB(), "SELECT extra FROM register_days"), query(t, m.DB(), "SELECT * FROM register_items"))
				query(t, m.DB(), "SELECT extra ->> 'x' FROM register_items")
				name, _, _ := strings.Cut(strings.TrimPrefix(path, "items[]."), "[")
				_ = json.Unmarshal([]byte(sent), &sent)
				isNamed := len(result.Unread) == 1 && (result.Unread["register."+name] == 1 || name == "unknown")
				if strings.Count(stored, "num_of_persons:2") < 2 || !isNamed && (result.Unread != nil || !strings.Contains(stored, sent)) {
					t.Errorf("%s, %s: the copy has %.300s and has not read %v", path, kind, stored, result.Unread)
				}
			}
		}
	})
}
