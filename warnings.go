// SPDX-License-Identifier: MIT

package reservations

import (
	"context"
	"log/slog"
	"slices"

	"github.com/reservationkit/reservations-go/internal/lenient"
)

// Warning is a value of a response that is not what the API documents. The value is read when its meaning is plain,
// such as "12" or 12.0 for a whole number. Any other is left out of an optional field; in a required field, and
// anywhere in the night register (operation 10), it also makes the call fail with a [DecodeError]. Text that is not
// valid UTF-8 is read with U+FFFD. The page docs/errors-and-retries.md of the repository has all rules.
//
// A required field that is missing or null has its zero value, and is a Warning with an empty Raw, of which at most
// 10,000 are listed; a record that is sent without its id fails the call. [Client.Do] has at most one, about its text.
type Warning struct {
	Path    string // leads to the value, such as [3].accommodation.id; "" for the whole document
	Raw     string // what was sent, or its length above 100 bytes; objects and lists without their content; REDACTED if it may be personal
	Problem string // such as "a string where a whole number is documented"
	Read    bool   // the value was read; otherwise it was left out, missing, or text with U+FFFD
}

// WarningCount is how often one response has the same [Warning], at any index and with any value. Pages of a walk over a
// list overlap, and a record counts in the first response that has it. A metric can have Field, Problem and Read as
// labels: their values are few, and do not depend on the data.
type WarningCount struct {
	Field   string // the Path with [] for each index and key, such as [].accommodation.id
	Problem string // as in [Warning]
	Read    bool   // as in [Warning]
	Count   int    // at least 1
}

func isSet(hook func(context.Context, Call, []WarningCount)) bool { return hook != nil }

// watchWarnings lets the hooks, the logger and the Response of WithResponseInto know of the warnings about the response.
func (a *apiCall) watchWarnings(ctx context.Context) {
	c := a.client
	if a.options.into != nil || slices.ContainsFunc(c.warningHooks, isSet) || c.logs(ctx, slog.LevelWarn) {
		a.onWarnings = func(found []lenient.Warning) { a.reportWarnings(ctx, found) }
	}
}

// warn reports the warnings about a response, if there are any, and if somebody wants them.
func (a *apiCall) warn(found []lenient.Warning) {
	if len(found) > 0 && a.onWarnings != nil {
		a.onWarnings(found)
	}
}

// reportWarnings adds the warnings of a response to the Response of WithResponseInto, and counts them for the hooks
// and the log.
func (a *apiCall) reportWarnings(ctx context.Context, found []lenient.Warning) {
	if into := a.options.into; into != nil {
		for _, w := range found {
			into.Warnings = append(into.Warnings, Warning(w))
		}
	}
	if w := a.in.walk; w != nil && w.warned != nil {
		found = w.warned.First(a.info.Page.Offset, found)
	}
	counts, firsts := countWarnings(found)
	if len(counts) == 0 {
		return
	}
	if a.client.logs(ctx, slog.LevelWarn) {
		a.logWarnings(ctx, counts, firsts)
	}
	for i, hook := range a.client.warningHooks {
		if hook != nil {
			hook(a.observed.contexts[i], a.info, slices.Clone(counts))
		}
	}
}

// countWarnings counts the warnings of each kind, in the order in which the kinds come first. It also returns the path
// of the first warning of each kind. A log record for each warning would be too much, because an unexpected value is
// often in every record of a list.
func countWarnings(found []lenient.Warning) (counts []WarningCount, firsts []string) {
	index := map[WarningCount]int{}
	for _, w := range found {
		kind := WarningCount{Field: w.Field(), Problem: w.Problem, Read: w.Read}
		i, known := index[kind]
		if !known {
			i = len(counts)
			index[kind] = i
			counts, firsts = append(counts, kind), append(firsts, w.Path)
		}
		counts[i].Count++
	}
	return counts, firsts
}

// logWarnings writes a record for each kind of warning.
func (a *apiCall) logWarnings(ctx context.Context, counts []WarningCount, firsts []string) {
	call := omitEmpty(append(a.info.attrs(), slog.String("url_path", a.info.URLPath),
		slog.String("server", a.info.Server), slog.String("request_id", a.info.RequestID)))
	for i, w := range counts {
		a.client.logger.LogAttrs(ctx, slog.LevelWarn, "reservations warning", append(call, // LogAttrs keeps a copy
			slog.String("field", w.Field), slog.String("problem", w.Problem), slog.Bool("read", w.Read),
			slog.Int("count", w.Count), slog.String("first", firsts[i]))...)
	}
}
