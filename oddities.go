package reservations

import (
	"context"
	"log/slog"
	"regexp"

	"github.com/reservationkit/reservations-go/internal/lenient"
)

// Oddity is a value of a response that is not what the API documents.
//
// A value is read when its meaning is plain: a whole number written as 12.0, 1e3 or
// "12"; a number where a string is documented; 0, 1, "true" and "false" for a boolean; an
// empty array for an empty object; and "" for a number, boolean or object that was not
// given. A decimal is read as a number and as a string alike, and neither is an Oddity.
//
// Any other value that cannot be read is left out of an optional field, as if the
// service had not sent it. In a required field it makes the call fail with a
// [DecodeError]. An element of a list that cannot be read, or that is null where a
// record is documented, costs the whole list: Path leads to the element, and the field
// that holds the list is left out.
//
// A required field that is missing or null has its zero value and is an Oddity with an
// empty Raw. The required id of a record that was asked for is the exception: without it
// the call fails with a DecodeError. At most 10,000 missing fields are listed.
//
// Where a field of a record is given more than once, the last value counts, and each of the
// others is an Oddity. They are never merged.
//
// A date-time that cannot be read is no Oddity: [types.DateTime] keeps it as it was sent.
type Oddity struct {
	// Path leads to the value, such as [3].accommodation.id.
	Path string
	// Raw is the JSON that was sent, shortened. REDACTED stands for strings that say more
	// than a number, and for the content of a field that may hold personal data or a secret.
	Raw string
	// Problem says what is odd, such as "a string where a whole number is documented".
	Problem string
	// Read is true when the value was read. Otherwise it was left out or missing.
	Read bool
}

// report adds the oddities of a response to what the caller asked for. The log gets one
// record for each kind of oddity, because a service that is odd once is odd in every
// record of a list.
func (c *Client) report(ctx context.Context, about Call, found []lenient.Warning, into *Response) {
	if into != nil {
		for _, o := range found {
			into.Oddities = append(into.Oddities, Oddity{o.Path, o.Raw, o.Problem, o.Repaired})
		}
	}
	if !c.logs(ctx, slog.LevelWarn) {
		return
	}
	type kind struct {
		field, problem string
		read           bool
	}
	var firsts []lenient.Warning // of each kind
	counts := map[kind]int{}
	kindOf := func(o lenient.Warning) kind {
		return kind{pathIndex.ReplaceAllString(o.Path, "[]"), o.Problem, o.Repaired}
	}
	for _, o := range found {
		if counts[kindOf(o)]++; counts[kindOf(o)] == 1 {
			firsts = append(firsts, o)
		}
	}
	call := given(append(about.logAttrs(about.URLPath), slog.String("server", about.Server), slog.String("request_id", about.RequestID)))
	for _, o := range firsts {
		c.logger.LogAttrs(ctx, slog.LevelWarn, "reservations oddity", append(call, // LogAttrs keeps a copy
			slog.String("field", kindOf(o).field), slog.String("problem", o.Problem), slog.Bool("read", o.Repaired),
			slog.Int("count", counts[kindOf(o)]), slog.String("first", o.Path))...)
	}
}

// pathIndex is the place of an element in a path.
var pathIndex = regexp.MustCompile(`\[(?:[0-9]+|"(?:[^"\\]|\\.)*")\]`)
