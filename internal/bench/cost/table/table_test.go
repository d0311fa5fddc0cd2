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
BenchmarkCall/client=slow-2 	 100	 1234 ns/op	  50 cpu-ns/op	 12 allocs/op
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
		{"the median of the ratios of each pass", row{"w", 0.3, ns, "Call/client=sdk", "Call/client=json"}, "| w | 0.30 | 0.30 |", 0},
		{"beyond the bound", row{"w", 0.2, ns, "Call/client=sdk", "Call/client=json"}, "| w | 0.20 | **0.30** |", 0},
		{"over a client with fewer passes", row{"w", 0.5, ns, "Call/client=sdk", "Call/client=slow"}, "| w | 0.50 | 0.40 |", 0},
		{"the figure itself", row{"w", 100, ns, "Call/client=sdk", ""}, "| w | 100 | 80 |", 0},
		{"what did not run", row{"w", 2, ns, "Year", ""}, "| w | 2 | - |", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			measured, err := readResults(strings.NewReader(passes))
			if err != nil {
				t.Fatal(err)
			}
			var table strings.Builder
			if missing := writeTable(&table, []row{test.row}, measured); missing != test.gone {
				t.Errorf("%d rows are missing, want %d", missing, test.gone)
			}
			lines := strings.Split(table.String(), "\n")
			if len(lines) != 4 || lines[2] != test.want {
				t.Errorf("the table is\n%swant the line\n%s", table.String(), test.want)
			}
		})
	}
}
