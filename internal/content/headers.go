// SPDX-License-Identifier: MIT

package content

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/text"
)

// requestIDHeaders are the headers in which services send the ID of a request, the most common header first.
var requestIDHeaders = []string{
	"X-Request-Id", "X-Correlation-Id", "Request-Id", "X-Amzn-Requestid", "X-Amzn-Trace-Id", "Cf-Ray",
}

// RequestID returns the ID that the service gave a request, at most 128 characters of it, or "" if it gave none.
func RequestID(h http.Header, scrub *redact.Scrubber) string {
	for _, name := range requestIDHeaders {
		if id := scrub.Line(h.Get(name)); id != "" {
			return text.Shorten(id, 128)
		}
	}
	return ""
}

// TotalCount returns the number in X-Total-Count. If the header is missing or is no count, TotalCount returns -1 and the
// problem, such as "X-Total-Count is missing".
func TotalCount(h http.Header, scrub *redact.Scrubber) (total int, problem string) {
	values := h.Values("X-Total-Count")
	if len(values) == 0 {
		return -1, "X-Total-Count is missing"
	}
	all := strings.Join(values, ", ")
	counts := strings.Split(all, ",") // a proxy may have repeated the count, as in "60, 60"
	for i := range counts {
		counts[i] = strings.TrimSpace(counts[i])
	}
	n, err := strconv.ParseUint(counts[0], 10, 31)
	if err != nil || len(slices.Compact(counts)) > 1 {
		return -1, fmt.Sprintf("X-Total-Count is %.40q, which is not a count", scrub.Text(all))
	}
	return int(n), ""
}
