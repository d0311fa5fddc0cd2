// SPDX-License-Identifier: MIT

package main

// row is a line of the table: a figure of one benchmark, and over that of another one where it is named.
type row struct {
	work  string
	bound float64
	unit  string
	of    string
	over  string
}

const ns = "cpu-ns/op"

var rows = []row{
	{"call for one guest, over go-retryablehttp and encoding/json", 1.10, ns, "Call/op=guest/client=sdk", "Call/op=guest/client=retryablehttp"},
	{"call for one guest, over net/http and encoding/json", 1.25, ns, "Call/op=guest/client=sdk", "Call/op=guest/client=json"},
	{"call for 25 summaries, over the same", 0.45, ns, "Call/op=summaries25/client=sdk", "Call/op=summaries25/client=json"},
	{"call for 1000 summaries", 0.42, ns, "Call/op=summaries1000/client=sdk", "Call/op=summaries1000/client=json"},
	{"call for a page of the register", 0.45, ns, "Call/op=register/client=sdk", "Call/op=register/client=json"},
	{"read a register of one page, and prove it complete", 0.55, ns, "Register", "Call/op=register/client=json"},
	{"allocations of a call without records", 135, "allocs/op", "Call/op=empty/client=sdk", ""},

	{"decode 25 summaries, over encoding/json", 0.40, ns, "Decode/body=summaries25/client=sdk", "Decode/body=summaries25/client=json"},
	{"decode 1000 summaries", 0.45, ns, "Decode/body=summaries1000/client=sdk", "Decode/body=summaries1000/client=json"},
	{"decode a page of the register", 0.27, ns, "Decode/body=register/client=sdk", "Decode/body=register/client=json"},

	{"stream summaries, pages of 100: peak heap in MiB", 8, "peak-MiB", "Stream/limit=100/records=all", ""},
	{"stream summaries, pages of 1000: peak heap in MiB", 28, "peak-MiB", "Stream/limit=1000/records=all", ""},
	{"the same over that for a tenth of them, pages of 100", 1.2, "peak-MiB", "Stream/limit=100/records=all", "Stream/limit=100/records=tenth"},
	{"the same over that for a tenth of them, pages of 1000", 1.2, "peak-MiB", "Stream/limit=1000/records=all", "Stream/limit=1000/records=tenth"},
	{"register of a year: MiB kept", 21, "kept-MiB", "Year", ""},
	{"register of a year: peak heap over what is kept", 1.6, "peak/kept", "Year", ""},
	{"a page of the register, 10,000 pages over 100", 1.2, "cpu-ns/page", "Growth/pages=many", "Growth/pages=few"},
}
