// SPDX-License-Identifier: MIT

package main

// row is a line of the table: a figure of one benchmark, and how it compares with another.
type row struct {
	work    string
	bound   float64 // 0 when there is none
	unit    string
	of      string // the benchmark; a * matches any text, and the worst of the matches counts
	compare string // "/" or "-", or "" for the figure itself
	with    string // the other benchmark, in which a * is what the * of the first matches
}

const (
	ns     = "cpu-ns/op"
	allocs = "allocs/op"
)

var rows = []row{
	{"decode 25 summaries, over encoding/json", 0.30, ns, "Decode/body=summaries25/client=sdk", "/", "Decode/body=summaries25/client=json"},
	{"decode 1000 summaries", 0.28, ns, "Decode/body=summaries1000/client=sdk", "/", "Decode/body=summaries1000/client=json"},
	{"decode a page of the register", 0.27, ns, "Decode/body=register/client=sdk", "/", "Decode/body=register/client=json"},
	{"allocations to decode 25 summaries, over encoding/json", 0.28, allocs, "Decode/body=summaries25/client=sdk", "/", "Decode/body=summaries25/client=json"},
	{"allocations to decode 1000 summaries", 0.26, allocs, "Decode/body=summaries1000/client=sdk", "/", "Decode/body=summaries1000/client=json"},
	{"allocations to decode a page of the register", 0.08, allocs, "Decode/body=register/client=sdk", "/", "Decode/body=register/client=json"},
	{"decode any other record, over json.Unmarshal into the same type", 1.10, ns, "Record/type=*/client=sdk", "/", "Record/type=*/client=json"},
	{"decode a page with one unexpected value, over the clean page", 1.5, ns, "Odd/page=oddvalue", "/", "Odd/page=clean"},
	{"decode a page with `, null` in a text, over the clean page", 1.5, ns, "Odd/page=nulltext", "/", "Odd/page=clean"},

	{"call for 25 summaries, over net/http and encoding/json", 0.42, ns, "Call/op=summaries25/client=sdk", "/", "Call/op=summaries25/client=json"},
	{"call for 1000 summaries", 0.32, ns, "Call/op=summaries1000/client=sdk", "/", "Call/op=summaries1000/client=json"},
	{"call for a page of the register", 0.45, ns, "Call/op=register/client=sdk", "/", "Call/op=register/client=json"},
	{"read a register of one page, and prove it complete", 0.45, ns, "Register", "/", "Call/op=register/client=json"},
	{"call for one guest", 1.25, ns, "Call/op=guest/client=sdk", "/", "Call/op=guest/client=json"},
	{"call for 25 summaries, over the client of ogen", 0.75, ns, "Call/op=summaries25/client=sdk", "/", "Call/op=summaries25/client=ogen"},
	{"call for 1000 summaries", 0.75, ns, "Call/op=summaries1000/client=sdk", "/", "Call/op=summaries1000/client=ogen"},
	{"call for a page of the register", 0.75, ns, "Call/op=register/client=sdk", "/", "Call/op=register/client=ogen"},
	{"allocations of a small call, more than the bare transport", 60, allocs, "Call/op=empty/client=sdk", "-", "Transport"},

	{"program, KiB more than one with net/http", 0, "KiB", "Size/program=list", "-", "Size/program=hello"},
	{"program, KiB more than one with net/http and encoding/json", 1206, "KiB", "Size/program=list", "-", "Size/program=json"},
	{"modules linked", 13, "modules", "Size/program=list", "", ""},

	{"stream all summaries, pages of 100: peak heap in MiB", 8, "peak-MiB", "Stream/limit=100/records=all/client=sdk", "", ""},
	{"stream all summaries, pages of 1000: peak heap in MiB", 28, "peak-MiB", "Stream/limit=1000/records=all/client=sdk", "", ""},
	{"the same over that for a tenth of them, pages of 100", 1.2, "peak-MiB",
		"Stream/limit=100/records=all/client=sdk", "/", "Stream/limit=100/records=tenth/client=sdk"},
	{"the same over that for a tenth of them, pages of 1000", 1.2, "peak-MiB",
		"Stream/limit=1000/records=all/client=sdk", "/", "Stream/limit=1000/records=tenth/client=sdk"},
	{"register of a year: MiB kept", 20, "kept-MiB", "Year", "", ""},
	{"register of a year: peak heap over what is kept", 1.6, "peak/kept", "Year", "", ""},
	{"a page of the register, 10,000 pages over 100", 1.2, "cpu-ns/page", "Growth/pages=many", "/", "Growth/pages=few"},
}
