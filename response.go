package reservations

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// Response is what the service sent, next to the decoded value. Its body may hold personal
// data and secrets such as Wi-Fi passwords; printing or logging a Response shows only its
// status and size, and its JSON holds neither Header nor Body.
type Response struct {
	StatusCode int         // of the last response
	Header     http.Header `json:"-"`
	Body       []byte      `json:"-"` // as received, unpacked; of a failed call what [APIError] holds
	RequestID  string      // name that the service gave the request, or ""
	Attempts   int         // how often the request was sent
	// Oddities are the values in Body that were not as documented, in their order.
	Oddities []Oddity
}

// String tells the status and the size of the body.
func (r Response) String() string {
	return fmt.Sprintf("Response(status %d, %d bytes)", r.StatusCode, len(r.Body))
}

// Format prints the same as String, whatever the verb.
func (r Response) Format(f fmt.State, _ rune) { fmt.Fprint(f, r.String()) }

// LogValue logs the same as String.
func (r Response) LogValue() slog.Value { return slog.StringValue(r.String()) }

// record gives the response to the caller who asked for it.
func (o callOptions) record(resp *transport.Response, header http.Header, body []byte, scrub *redact.Scrubber) {
	if o.into != nil {
		*o.into = Response{
			StatusCode: resp.Status, Header: header, Body: bytes.Clone(body), // the memory of body is used again
			RequestID: requestID(resp.Header, scrub), Attempts: resp.Attempts,
		}
	}
}
