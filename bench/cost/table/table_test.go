// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"
)

const passes = `
goos: linux
BenchmarkCall/client=json-2 	 100	 1234 ns/op	 100 cpu-ns/op	 10 allocs/op
BenchmarkCall/client=sdk-2  	 100	 1234 ns/op	  20 cpu-ns/op	 14 allocs/op
BenchmarkCall/client=ogen-2 	 100	 1234 ns/op	  50 cpu-ns/op	 12 allocs/op
BenchmarkRecord/type=A/client=sdk-2 	 1	 30 cpu-ns/op
BenchmarkRecord/type=B/client=sdk-2 	 1	 40 cpu-ns/op
BenchmarkRecord/type=A/client=json-2 	 1	 20 cpu-ns/op
BenchmarkRecord/type=B/client=json-2 	 1	 40 cpu-ns/op
BenchmarkCall/client=json-2 	 100	 1234 ns/op	 900 cpu-ns/op	 10 allocs/op
BenchmarkCall/client=sdk-2  	 100	 1234 ns/op	 270 cpu-ns/op	 14 allocs/op
BenchmarkCall/client=json-2 	 100	 1234 ns/op	 200 cpu-ns/op	 10 allocs/op
BenchmarkCall/client=sdk-2  	 100	 1234 ns/op	  80 cpu-ns/op	 14 allocs/op
PASS
`

func TestTable(t *testing.T) {
	tests := []struct {
		name string
		row  row
		want string
		gone int
	}{
		{"the median of the ratios of each pass", row{"w", 0.3, ns, "Call/client=sdk", "/", "Call/client=json"}, "| w | 0.30 | 0.30 | ogen 0.50 |", 0},
		{"beyond the bound", row{"w", 0.2, ns, "Call/client=sdk", "/", "Call/client=json"}, "| w | 0.20 | **0.30** | ogen 0.50 |", 0},
		{"over a client with fewer passes", row{"w", 0.5, ns, "Call/client=sdk", "/", "Call/client=ogen"}, "| w | 0.50 | 0.40 | json 2 |", 0},
		{"a difference", row{"w", 60, allocs, "Call/client=sdk", "-", "Call/client=json"}, "| w | 60 | 4 | ogen 2 |", 0},
		{"the figure itself, without a bound", row{"w", 0, ns, "Call/client=sdk", "", ""}, "| w |  | 80 | json 200, ogen 50 |", 0},
		{"the worst of many", row{"w", 2, ns, "Record/type=*/client=sdk", "/", "Record/type=*/client=json"}, "| w | 2 | 1.50 (A) |  |", 0},
		{"what did not run", row{"w", 2, ns, "Year", "", ""}, "| w | 2 | - |  |", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			measured, err := read(strings.NewReader(passes))
			if err != nil {
				t.Fatal(err)
			}
			var table strings.Builder
			if missing := write(&table, []row{test.row}, measured); missing != test.gone {
				t.Errorf("%d rows are missing, want %d", missing, test.gone)
			}
			lines := strings.Split(table.String(), "\n")
			if len(lines) != 4 || lines[2] != test.want {
				t.Errorf("the table is\n%swant the line\n%s", table.String(), test.want)
			}
		})
	}
}

func TestReadRefusesWhatIsNoResult(t *testing.T) {
	for _, line := range []string{"BenchmarkCall-2 100 fast ns/op", "BenchmarkCall-2 100 1234 ns/op 20"} {
		t.Run(line, func(t *testing.T) {
			if measured, err := read(strings.NewReader(line)); err == nil {
				t.Errorf("it reads %v, want an error", measured)
			}
		})
	}
}

// TestRows checks that no row names its benchmark in a way that cannot be.
func TestRows(t *testing.T) {
	for _, row := range rows {
		t.Run(row.work, func(t *testing.T) {
			if (row.compare == "") != (row.with == "") || strings.Contains(row.of, "*") != strings.Contains(row.with, "*") {
				t.Errorf("the row compares %q with %q by %q", row.of, row.with, row.compare)
			}
		})
	}
}
