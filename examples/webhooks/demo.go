// SPDX-License-Identifier: MIT

package main

import (
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const (
	demoWebhook = 71
	demoEvent   = 9001
)

// startDemo serves an invented webhook and an event whose delivery failed.
func startDemo() *reservationstest.Server {
	webhook := reservationstest.NewWebhook(demoWebhook)
	return reservationstest.NewServer(reservationstest.WithRecords(
		webhook,
		reservationstest.NewWebhookEvent(demoEvent, func(e *types.WebhookEvent) {
			e.Webhook = webhook
			e.SubjectID = 1001
			e.Payload = types.Object(`{"id": 1001, "number": "R1001", "dateFrom": "2026-11-20", "token": "token-1001"}`)
			e.Status = "failed"
			e.ResponseStatusCode = types.Ptr(503)
			e.Attempts = 3
			e.Error = "Service Unavailable"
		}),
	))
}
