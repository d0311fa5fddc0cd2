// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestCallsThatEndEarly: the context of a call ends, or it is not sent at all.
func TestCallsThatEndEarly(t *testing.T) {
	t.Parallel()
	refusing := responds(429, "", "", "Retry-After", "30")
	for name, test := range map[string]struct {
		rt       testkit.RoundTripper
		options  []reservations.Option
		cancel   time.Duration // when the context is cancelled
		deadline time.Duration
		attempts string
		call     string
	}{
		"cancelled under way":            {rt: hang, cancel: time.Second, attempts: "1", call: "canceled"},
		"cancelled during the pause":     {rt: refusing, cancel: time.Second, attempts: "1", call: "canceled"},
		"the deadline passes":            {rt: hang, deadline: time.Second, attempts: "1", call: "timeout"},
		"the deadline forbids the pause": {rt: refusing, deadline: time.Second, attempts: "1", call: "429"},
		"the limiter fails":              {rt: hang, options: []reservations.Option{reservations.WithLimiter(waitFunc(func(context.Context) error { return errors.New("x") }))}, attempts: "0", call: "_OTHER"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				tel := newTelemetry()
				ctx, cancel := context.WithTimeout(t.Context(), cmp.Or(test.deadline, time.Hour))
				defer cancel()
				time.AfterFunc(cmp.Or(test.cancel, time.Hour), cancel)
				_, err := tel.client(t, test.rt, test.options...).Guests.Get(ctx, 77)
				if err == nil {
					t.Fatal("the call does not fail")
				}
				spans := tel.ended(t)
				call := spans[len(spans)-1]
				if call.Attributes["reservations.attempts"] != test.attempts || call.Attributes["error.type"] != test.call || call.Status != "Error" {
					t.Errorf("the span of the call has %v and the status %s, want %s attempts and the type %s; the error is %v", call.Attributes, call.Status, test.attempts, test.call, err)
				}
				tel.wantNothingUnderWay(t)
			})
		})
	}
}

type waitFunc func(context.Context) error

func (f waitFunc) Wait(ctx context.Context) error { return f(ctx) }

// TestEverySpanEnds, whatever panics: hooks of others, the transport, the body of a loop.
func TestEverySpanEnds(t *testing.T) {
	t.Parallel()
	boom := func() { panic("boom") }
	hooks := map[string]reservations.Hooks{
		"WalkEnd":      {WalkEnd: func(context.Context, reservations.Walk) { boom() }},
		"CallStart":    {CallStart: func(context.Context, reservations.Call) context.Context { boom(); return nil }},
		"CallEnd":      {CallEnd: func(context.Context, reservations.Call) { boom() }},
		"AttemptStart": {AttemptStart: func(context.Context, reservations.Attempt) context.Context { boom(); return nil }},
	}
	type test struct {
		rt            testkit.RoundTripper
		before, after reservations.Option
		body          func()
	}
	good := responds(200, "application/json", `[{"id":1}]`)
	nothing := reservations.Options()
	tests := map[string]test{
		"transport":    {func(*http.Request) (*http.Response, error) { boom(); return nil, nil }, nothing, nothing, func() {}},
		"body of loop": {good, nothing, nothing, boom},
	}
	for name, h := range hooks {
		tests[name+" before ours"] = test{good, reservations.WithHooks(h), nothing, func() {}}
		tests[name+" after ours"] = test{good, nothing, reservations.WithHooks(h), func() {}}
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tel := newTelemetry()
			client, err := reservations.NewClient("https://api.example.com", reservationstest.Key, reservations.WithOrganization(1),
				reservations.WithHTTPClient(&http.Client{Transport: test.rt}), test.before, tel.option(), test.after)
			if err != nil {
				t.Fatal(err)
			}
			panicked := false
			func() {
				defer func() { panicked = recover() != nil }()
				for _, err := range client.Supplements.All(t.Context(), reservations.SupplementsParams{}) {
					if err != nil {
						t.Error(err)
					}
					test.body()
				}
			}()
			if !panicked {
				t.Error("nothing panicked")
			}
			tel.ended(t)
			tel.wantNothingUnderWay(t)
		})
	}
}
