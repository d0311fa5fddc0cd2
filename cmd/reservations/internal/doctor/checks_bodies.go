// SPDX-License-Identifier: MIT

package doctor

import (
	"encoding/json"
	"net/http"
	"strings"
)

func contentType(p *probe) finding {
	other, all := 0, 0
	for _, r := range p.responses() {
		if r.status != http.StatusOK {
			continue
		}
		all++
		if kind, _, _ := strings.Cut(r.header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/json" {
			other++
		}
	}
	switch {
	case all == 0:
		return failedRequest(p, "register.first")
	case other > 0:
		return contradicted("other", say("%d of %d have another type than application/json", count(other), count(all)), "Nothing to do.")
	}
	return confirmed("json", say("yes, %d [response|responses]", count(all)), "Nothing to do.")
}

func errorForm(p *probe) finding {
	seen, other := 0, 0
	for _, r := range p.responses() {
		if r.status < 400 {
			continue
		}
		seen++
		var documented struct {
			StatusCode  *int      `json:"statusCode"`
			Description *string   `json:"description"`
			Errors      *[]string `json:"errors"`
		}
		if json.Unmarshal(r.body, &documented) != nil || documented.StatusCode == nil || documented.Description == nil {
			other++
		}
	}
	switch {
	case seen == 0:
		return undetermined(say("no request was refused"))
	case other > 0:
		return contradicted("other", say("%d of %d have another form", count(other), count(seen)), "Decide by the status.")
	}
	return confirmed("documented", say("yes, %d [error|errors]", count(seen)), "Nothing to do.")
}
