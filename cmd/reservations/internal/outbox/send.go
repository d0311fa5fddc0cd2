// SPDX-License-Identifier: MIT

package outbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// sender returns what sends a message with one request of the client, and says what the service
// has made of it. It says nothing about persons.
func sender(client *reservations.Client, say func(string, ...any)) func(context.Context, Message) error {
	return func(ctx context.Context, m Message) error {
		switch m.Kind {
		case Phone:
			return sendPhone(ctx, client, m, say)
		case Meter:
			return sendMeter(ctx, client, m, say)
		}
		return unreadableError{fmt.Errorf("message %d is of the unknown kind %q", m.ID, m.Kind)}
	}
}

// unreadableError says that this program cannot read a message: a newer version wrote it, or it is damaged.
type unreadableError struct{ error }

func sendPhone(ctx context.Context, client *reservations.Client, m Message, say func(string, ...any)) error {
	var event types.VoIPEvent
	if err := decode(m, &event); err != nil {
		return err
	}
	call, err := client.VoIP.SendEvent(ctx, event)
	if err != nil {
		return err
	}
	if event.Status != nil {
		say("Call %s is call %d of the service: %s, %d seconds", event.Reference, call.ID, call.Status, call.Duration)
	} else {
		say("The note %s is at reservation %d", event.Reference, types.Value(event.Reservation).ID)
	}
	return nil
}

func sendMeter(ctx context.Context, client *reservations.Client, m Message, say func(string, ...any)) error {
	var reading types.UtilityMeterReportCreate
	if err := decode(m, &reading); err != nil {
		return err
	}
	report, err := client.Reports.CreateUtilityMeterReport(ctx, &reading)
	if err != nil {
		return err
	}
	unit := types.Value(reading.AccommodationUnit).ID
	say("The reading of unit %d is report %d of the service: %s %s at %s", unit, report.ID, meterName(report.Type), report.Quantity, report.Datetime)
	return nil
}

// meterName is what a meter measures, in a word. The service documents no unit of the quantity.
func meterName(t types.UtilityType) string {
	switch t {
	case types.UtilityTypeElectricity:
		return "electricity"
	case types.UtilityTypeWater:
		return "water"
	case types.UtilityTypeGas:
		return "gas"
	}
	return string(t)
}

// decode reads the body of a message, which this program wrote. A field that it does not know is of
// a newer version, and would be lost.
func decode(m Message, body any) error {
	decoder := json.NewDecoder(bytes.NewReader(m.Body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(body); err != nil {
		return unreadableError{fmt.Errorf("message %d cannot be read: %w", m.ID, err)}
	}
	return nil
}
