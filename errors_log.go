package reservations

import (
	"log/slog"
	"reflect"
	"slices"
)

// LogValue logs the request and the response as fields.
func (e *APIError) LogValue() slog.Value {
	return e.logGroup(e.URLPath,
		slog.Int("status", e.StatusCode), slog.String("request_id", e.RequestID), slog.Int("attempts", e.Attempts),
		slog.Duration("retry_after", e.RetryAfter), slog.String("not_retried", e.NotRetried),
		slog.String("description", e.Description), slog.Any("errors", e.Errors))
}

// LogValue logs the request and the cause as fields.
func (e *TransportError) LogValue() slog.Value {
	return e.logGroup(e.URLPath, slog.String("request_id", e.RequestID), slog.Int("attempts", e.Attempts),
		slog.String("not_retried", e.NotRetried), slog.Any("cause", e.Err))
}

// LogValue logs the request, the response and the cause as fields.
func (e *DecodeError) LogValue() slog.Value {
	return e.logGroup(e.URLPath,
		slog.Int("status", e.StatusCode), slog.String("request_id", e.RequestID), slog.Int("attempts", e.Attempts),
		slog.String("content_type", e.ContentType), slog.String("field", e.Field), slog.String("snippet", e.Snippet), slog.Any("cause", e.Err))
}

// LogValue logs the parameter and the reason as fields.
func (e *ParamError) LogValue() slog.Value {
	return e.logGroup("", slog.String("param", e.Param), slog.String("reason", e.Reason))
}

// LogValue logs the request, the reason and how much was read as fields.
func (e *IncompleteError) LogValue() slog.Value {
	return e.logGroup(e.URLPath,
		slog.String("reason", e.Reason), slog.Int("walks", e.Walks), slog.Int("pages", e.Pages), slog.Int("attempts", e.Attempts), slog.Any("totals", e.Totals))
}

func (op Operation) logGroup(urlPath string, attrs ...slog.Attr) slog.Value {
	return slog.GroupValue(given(append(op.logAttrs(urlPath), attrs...))...)
}

// logAttrs names a request in a log record.
func (op Operation) logAttrs(urlPath string) []slog.Attr {
	return []slog.Attr{
		slog.String("operation", op.Name), slog.String("method", op.Method), slog.String("path", op.Path), slog.String("url_path", urlPath),
	}
}

// given leaves out what has no value.
func given(attrs []slog.Attr) []slog.Attr {
	return slices.DeleteFunc(attrs, func(a slog.Attr) bool {
		value := reflect.ValueOf(a.Value.Any())
		return !value.IsValid() || value.IsZero()
	})
}
