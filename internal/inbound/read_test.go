// SPDX-License-Identifier: MIT

package inbound_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/inbound"
	"github.com/reservationkit/reservations-go/types"
)

type params struct {
	Organization int64             `url:"organization,omitempty" param:"required"`
	From         types.Date        `url:"from,omitempty" format:"date-time"`
	Day          types.Date        `url:"day,omitempty" format:"date"`
	Free         types.Date        `url:"free,omitempty"` // in no documented form
	Since        time.Time         `url:"since,omitempty"`
	Closed       *bool             `url:"closed,omitempty"`
	Token        types.Secret      `url:"token,omitempty"`
	Type         types.UtilityType `url:"type,omitempty"`
	Include      []string          `url:"include[],omitempty"`
	Offset       int               `url:"offset,omitempty"`
	Limit        int               `url:"limit,omitempty"`
}

// TestRead: each query, body and content type, with the problems that are found in it.
func TestRead(t *testing.T) {
	t.Parallel()
	const inJSON, noBody = "application/json", "[this operation takes no body]"
	for _, test := range []struct{ query, contentType, body, want string }{
		{"organization=1&from=2026-11-20T00:00:00Z&day=2026-11-20&since=2026-11-20T14:00:00%2B01:00&closed=false&token=x&type=w&include[]=accommodations" +
			"&offset=0&limit=1&free=soon", "Application/JSON; charset=utf-8", `{"locale":"de","notKnown":1,"":1}`, "[]"},
		{"organization=", inJSON, `{}`, "[organization is missing]"},
		{"organization=0", inJSON, `{}`, `[organization is "0", want an integer of at least 1]`},
		{"organization=1&offset=-1", inJSON, `{}`, `[offset is "-1", want an integer of at least 0]`},
		{"organization=1&limit=5&limit=5", inJSON, `{}`, "[limit is given 2 times]"},
		{"organization=1&limit=%zz", inJSON, `{}`, `[the query cannot be read: invalid URL escape "%zz"]`},
		{"organization=1&from=2026-11-01", inJSON, `{}`, `[from is "2026-11-01", want a day such as 2026-11-20T00:00:00Z]`},
		{"organization=1&since=soon", inJSON, `{}`, `[since is "soon", want a date-time such as 2026-11-20T00:00:00Z]`},
		{"organization=1&closed=1&type=x", inJSON, `{}`, `[closed is "1", want true or false type is "x", want one of e, w, g]`},
		{"organization=1&include[]=accommodations&include[]=x", inJSON, `{}`, `[include[] is "x", want one of accommodations, translations]`},
		{"organization=1&other=1", inJSON, `{}`, `[there is no parameter "other"]`},
		{"organization=1", "", ``, "[the body is missing]"},
		{"organization=1", "text/json", `{}`, `[Content-Type is "text/json", want application/json]`},
		{"organization=1", "json;;", `{}`, `[Content-Type is "json;;", want application/json]`},
		{"organization=1", inJSON, `{"guest":{"salutation":"Male"}}`, `[guest.salutation is "Male", want one of male, female, family]`},
		{"organization=1", inJSON, `{"dateTo":"soon"}`, "[the body is not as documented: not an ISO 8601 date-time such as 2026-11-20T14:30:00Z]"},
		{"", inJSON, `{}`, noBody}, {"", "", ``, "[]"},
	} {
		t.Run(test.query+test.contentType+test.body, func(t *testing.T) {
			t.Parallel()
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, "http://api.example.test/?"+test.query, strings.NewReader(test.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Content-Type", test.contentType)
			query, body := any(new(params)), any(new(types.ReservationUpdate))
			if test.query == "" { // an operation that takes neither
				query, body = new(inbound.Nothing), new(inbound.Nothing)
			}
			got := inbound.Read(req, query, body)
			if diff := cmp.Diff(test.want, fmt.Sprint(got.Problems)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if test.want == "[]" && test.body != "" && fmt.Sprint(got.Changes) != "map[locale:de]" {
				t.Errorf("the changes are %v", got.Changes)
			}
		})
	}
}
