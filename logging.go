// SPDX-License-Identifier: MIT

package reservations

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/internal/params"
)

// WithLogger logs every attempt at debug level, every attempt that is retried at info level, and the end of a call or a
// walk that fails at warn level, with [LogAttrs] of its error. Each [WarningCount] of a response is logged at warn level.
// It logs no query, no header, no body and no text of an error response. By default nothing is logged.
func WithLogger(l *slog.Logger) Option {
	return func(o *options) error {
		o.logger = l
		return params.Require(l != nil, "WithLogger", "must not be nil: leave the option out instead")
	}
}

// logs reports whether a log record of this level would be written.
func (c *Client) logs(ctx context.Context, level slog.Level) bool {
	return c.logger != nil && c.logger.Enabled(ctx, level)
}

// logAttempt logs the end of an attempt.
func (c *Client) logAttempt(ctx context.Context, a Attempt) {
	level := slog.LevelDebug
	if a.WillRetry {
		level = slog.LevelInfo
	}
	if !c.logs(ctx, level) {
		return
	}
	attrs := append(a.attrs(), slog.String("url_path", a.URLPath), slog.String("server", a.Server),
		slog.Int("attempt", a.Number), slog.Int("status", a.StatusCode), slog.Duration("duration", a.Duration))
	cause := ""
	if a.Err != nil {
		cause = a.Err.Error()
	}
	attrs = append(attrs, omitEmpty([]slog.Attr{
		slog.String("request_id", a.RequestID), slog.String("error", cause), slog.String("not_retried", a.NotRetried),
	})...)
	if a.WillRetry {
		attrs = append(attrs, slog.Duration("wait", a.RetryIn))
	}
	c.logger.LogAttrs(ctx, level, "reservations request", attrs...)
}

// logNotSent logs an error because of which a call is not sent, and returns it as a ParamError.
func (c *Client) logNotSent(ctx context.Context, op Operation, err error) error {
	err = asParamError(op, err)
	if ctx == nil { // which is why
		ctx = context.Background()
	}
	c.logFailure(ctx, "", err)
	return err
}

// logFailure logs that a call or a walk has failed. urlPath is its path with the id, such as /api/guests/77.
func (c *Client) logFailure(ctx context.Context, urlPath string, err error) {
	if err != nil && c.logs(ctx, slog.LevelWarn) {
		info := omitEmpty([]slog.Attr{slog.String("url_path", urlPath), slog.String("server", c.origin)})
		c.logger.LogAttrs(ctx, slog.LevelWarn, "reservations call failed", append(LogAttrs(err), info...)...)
	}
}

// LogAttrs returns what may be logged of any error, because it contains no text of the service, which can be about a
// guest: what kind of failure it is, the operation with its method and path, status, request_id, attempts, retry_after,
// not_retried, the param or field, and what [IsTemporary] and [MayHaveWritten] say. Values that are empty or 0 are left
// out. For nil it returns nil.
//
// An error that wraps or joins several is described by the first of them after which the service may have written, or
// else by the first. Of an error that holds none of this package only its Go type is known, such as kind=*fs.PathError, also
// where fmt.Errorf has wrapped it.
func LogAttrs(err error) []slog.Attr {
	if err == nil {
		return nil
	}
	cause := err
	for strings.HasPrefix(fmt.Sprintf("%T", cause), "*fmt.wrap") && errors.Unwrap(cause) != nil {
		cause = errors.Unwrap(cause)
	}
	attrs := []slog.Attr{slog.String("kind", fmt.Sprintf("%T", cause))}
	if found := ownErrors(err); len(found) > 0 {
		attrs = omitEmpty(found[max(0, slices.IndexFunc(found, ownError.mayHaveWritten))].logAttrs())
	}
	return append(attrs, slog.Bool("temporary", IsTemporary(err)), slog.Bool("may_have_written", MayHaveWritten(err)))
}

func (e *APIError) logAttrs() []slog.Attr {
	return append(e.kindAttrs("error response"), slog.Int("status", e.StatusCode), slog.String("request_id", e.RequestID),
		slog.Int("attempts", e.Attempts), slog.Duration("retry_after", e.RetryAfter), slog.String("not_retried", e.NotRetried))
}

func (e *TransportError) logAttrs() []slog.Attr {
	return append(e.kindAttrs(string(e.outcome())), slog.Int("status", e.StatusCode), slog.String("request_id", e.RequestID),
		slog.Int("attempts", e.Attempts), slog.String("not_retried", e.NotRetried))
}

func (e *DecodeError) logAttrs() []slog.Attr {
	return append(e.kindAttrs("unreadable response"), slog.Int("status", e.StatusCode), slog.String("request_id", e.RequestID),
		slog.Int("attempts", e.Attempts), slog.String("field", e.Field))
}

func (e *ParamError) logAttrs() []slog.Attr {
	return append(e.kindAttrs("invalid parameter"), slog.String("param", e.Param))
}

func (e *IncompleteError) logAttrs() []slog.Attr {
	return append(e.kindAttrs("incomplete pages"), slog.Int("attempts", e.Attempts), slog.Int("passes", e.Passes), slog.Int("pages", e.Pages))
}

func (op Operation) kindAttrs(kind string) []slog.Attr {
	return append([]slog.Attr{slog.String("kind", kind)}, op.attrs()...)
}

// attrs names an operation in a log record.
func (op Operation) attrs() []slog.Attr {
	return []slog.Attr{slog.String("operation", op.Name), slog.String("method", op.Method), slog.String("path", op.Path)}
}

// The values of errors in a log have the texts too.

func (e *APIError) LogValue() slog.Value {
	return logGroup(e, slog.String("url_path", e.URLPath), slog.String("description", e.Description), slog.Any("errors", e.Errors))
}

func (e *TransportError) LogValue() slog.Value {
	return logGroup(e, slog.String("url_path", e.URLPath), slog.Any("cause", e.Err))
}

func (e *DecodeError) LogValue() slog.Value {
	return logGroup(e, slog.String("url_path", e.URLPath), slog.String("content_type", e.ContentType), slog.String("snippet", e.Snippet), slog.Any("cause", e.Err))
}

func (e *ParamError) LogValue() slog.Value { return logGroup(e, slog.String("reason", e.Reason)) }

func (e *IncompleteError) LogValue() slog.Value {
	return logGroup(e, slog.String("url_path", e.URLPath), slog.String("reason", e.Reason), slog.Any("totals", e.Totals))
}

func logGroup(err error, texts ...slog.Attr) slog.Value {
	return slog.GroupValue(append(LogAttrs(err), omitEmpty(texts)...)...)
}

// omitEmpty leaves out attributes whose value is zero or missing.
func omitEmpty(attrs []slog.Attr) []slog.Attr {
	return slices.DeleteFunc(attrs, func(a slog.Attr) bool {
		value := reflect.ValueOf(a.Value.Any())
		return !value.IsValid() || value.IsZero()
	})
}
