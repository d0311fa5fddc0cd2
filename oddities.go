package reservations

import (
	"context"
	"log/slog"

	"github.com/reservationkit/reservations-go/internal/repair"
)

// Oddity is a value of an answer that was not written as the API documents it.
//
// These are read all the same: a whole number written as 12.0, 1e3 or "12"; a number
// for a text; a decimal as a number or a text; 0, 1, "true" and "false" for a boolean;
// an empty array for an empty object; and "" for an absent number, boolean or object.
// Whatever else cannot be read is left out, as if the service had not sent it, where
// the field is optional; where it is required, the call fails with a [DecodeError]. An
// element that cannot be read, or is null where a record is due, takes the whole list
// around it along: Path leads to the element, and the field that holds it is left out.
// A date-time that cannot be read is no Oddity: [types.DateTime] keeps it as it was sent.
type Oddity struct {
	Path    string // of the value, such as [3].accommodation.id
	Raw     string // the JSON that was sent, shortened; [redacted] for a secret
	Problem string // why it is odd
	Read    bool   // its meaning was plain and it was read; otherwise it was left out
}

// report hands the oddities of an answer to the caller who asked for them, and to the log.
func (c *Client) report(ctx context.Context, op Operation, found []repair.Oddity, into *Response) {
	for _, o := range found {
		if into != nil {
			into.Oddities = append(into.Oddities, Oddity{o.Path, o.Raw, o.Problem, o.Repaired})
		}
		if c.logger != nil {
			c.logger.LogAttrs(ctx, slog.LevelWarn, "reservations oddity", slog.String("operation", op.Name),
				slog.String("field", o.Path), slog.String("problem", o.Problem), slog.Bool("read", o.Repaired))
		}
	}
}
