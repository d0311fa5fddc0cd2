package types

import (
	"fmt"
	"log/slog"
)

// These are the records that hold a secret, in a field or in a record below them. Secret
// redacts itself in most prints, but package fmt calls no methods below a pointer that it
// prints with a verb that does not fit, and log/slog encodes a record as JSON.

// Format writes the fields of the reservation that were given, without its token.
func (r Reservation) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue returns what Format writes.
func (r Reservation) LogValue() slog.Value { return slog.AnyValue(redacted(r)) }

// Format writes the fields of the summary that were given, without its token and that of its group.
func (s ReservationSummary) Format(f fmt.State, _ rune) { formatRecord(f, s) }

// LogValue returns what Format writes.
func (s ReservationSummary) LogValue() slog.Value { return slog.AnyValue(redacted(s)) }

// Format writes the fields of the group that were given, without its token.
func (g SummaryGroupReservation) Format(f fmt.State, _ rune) { formatRecord(f, g) }

// LogValue returns what Format writes.
func (g SummaryGroupReservation) LogValue() slog.Value { return slog.AnyValue(redacted(g)) }

// Format writes the fields of the sub reservation that were given, without its token.
func (g GroupReservation) Format(f fmt.State, _ rune) { formatRecord(f, g) }

// LogValue returns what Format writes.
func (g GroupReservation) LogValue() slog.Value { return slog.AnyValue(redacted(g)) }

// Format writes the fields of the unit that were given, without its Wi-Fi key.
func (u AccommodationUnit) Format(f fmt.State, _ rune) { formatRecord(f, u) }

// LogValue returns what Format writes.
func (u AccommodationUnit) LogValue() slog.Value { return slog.AnyValue(redacted(u)) }

// Format writes the fields of the network that were given, without its key.
func (w AccommodationUnitWifiConfiguration) Format(f fmt.State, _ rune) { formatRecord(f, w) }

// LogValue returns what Format writes.
func (w AccommodationUnitWifiConfiguration) LogValue() slog.Value { return slog.AnyValue(redacted(w)) }

// Format writes the fields of the task that were given, without the Wi-Fi key of its unit and the tokens of its staff.
func (t Task) Format(f fmt.State, _ rune) { formatRecord(f, t) }

// LogValue returns what Format writes.
func (t Task) LogValue() slog.Value { return slog.AnyValue(redacted(t)) }

// Format writes the fields of the person that were given, without the token.
func (s StaffMemberSpecification) Format(f fmt.State, _ rune) { formatRecord(f, s) }

// LogValue returns what Format writes.
func (s StaffMemberSpecification) LogValue() slog.Value { return slog.AnyValue(redacted(s)) }

// Format writes the fields of the webhook that were given, without its secret.
func (w Webhook) Format(f fmt.State, _ rune) { formatRecord(f, w) }

// LogValue returns what Format writes.
func (w Webhook) LogValue() slog.Value { return slog.AnyValue(redacted(w)) }

// Format writes the fields of the delivery that were given, without the secret of its webhook and without its payload.
func (e WebhookEvent) Format(f fmt.State, _ rune) { formatRecord(f, e) }

// LogValue returns what Format writes.
func (e WebhookEvent) LogValue() slog.Value { return slog.AnyValue(redacted(e)) }
