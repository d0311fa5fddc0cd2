// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// results are the figures of benchmarks, by name and unit, with one value for each pass.
type results map[string]map[string][]float64

var processors = regexp.MustCompile(`-\d+$`) // what Go appends to the name of a benchmark

func read(input io.Reader) (results, error) {
	found := results{}
	for lines := bufio.NewScanner(input); ; {
		if !lines.Scan() {
			return found, lines.Err()
		}
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := processors.ReplaceAllString(strings.TrimPrefix(fields[0], "Benchmark"), "")
		if found[name] == nil {
			found[name] = map[string][]float64{}
		}
		for pair := range slices.Chunk(fields[2:], 2) {
			value, err := strconv.ParseFloat(pair[0], 64)
			if err != nil || len(pair) < 2 {
				return nil, fmt.Errorf("not the result of a benchmark: %s", lines.Text())
			}
			found[name][pair[1]] = append(found[name][pair[1]], value)
		}
	}
}

// worst returns the largest figure of the benchmarks that fit a row, and what its * stands for.
func (r results) worst(w row) (figure float64, which string, found bool) {
	for _, name := range slices.Sorted(maps.Keys(r)) {
		star, fits := match(w.of, name)
		if !fits {
			continue
		}
		value, ok := r.figure(name, w.unit, w.compare, strings.Replace(w.with, "*", star, 1))
		if ok && (!found || value > figure) {
			figure, which, found = value, star, true
		}
	}
	return figure, which, found
}

// match returns what the * of a pattern stands for in a name.
func match(pattern, name string) (star string, fits bool) {
	before, after, _ := strings.Cut(pattern, "*")
	if fits, _ := path.Match(pattern, name); !fits {
		return "", false
	}
	return name[len(before) : len(name)-len(after)], true
}

// figure compares two benchmarks pass by pass, and returns the median. The benchmarks of one pass run shortly
// after each other, so a slow time of the machine affects both.
func (r results) figure(of, unit, compare, with string) (float64, bool) {
	values, others := r[of][unit], r[with][unit]
	var figures []float64
	for i, value := range values {
		switch {
		case compare == "":
			figures = append(figures, value)
		case i >= len(others):
		case compare == "/":
			figures = append(figures, value/others[i])
		case compare == "-":
			figures = append(figures, value-others[i])
		}
	}
	if len(figures) == 0 {
		return 0, false
	}
	slices.Sort(figures)
	return figures[len(figures)/2], true
}
