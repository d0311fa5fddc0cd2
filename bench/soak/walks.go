// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// round runs one walk of each kind, all at the same time. A walk returns a failure if the client returned an
// error, which is allowed, and a problem if the client returned wrong data.
func (s *service) round(ctx context.Context, r *report) error {
	s.server.ResetCalls() // otherwise the calls that the server records would count as a leak
	s.mu.Lock()
	s.change()
	s.truths = s.truths[len(s.truths)-1:]
	s.mu.Unlock()
	var running sync.WaitGroup
	var mu sync.Mutex
	var wrong []error
	for name, walk := range map[string]func(context.Context) (error, error){
		"night register":       s.walkRegister,
		"summaries":            s.walkSummaries,
		"supplements":          s.walkSupplements,
		"registration numbers": s.walkRegistrationNumbers,
	} {
		running.Go(func() {
			failure, problem := walk(ctx)
			mu.Lock()
			defer mu.Unlock()
			r.count(name, failure)
			if problem != nil {
				wrong = append(wrong, fmt.Errorf("%s: %w", name, problem))
			}
		})
	}
	running.Wait()
	return errors.Join(wrong...)
}

// walkRegister reads the register until two readings agree. The result must equal one of the states that the
// register had during the round.
func (s *service) walkRegister(ctx context.Context) (failure, problem error) {
	got, err := s.client.Reports.Presence(ctx, reservations.PresenceParams{DateFrom: firstNight, DateTo: firstNight.AddDays(nights - 1), Limit: 40, Confirm: true})
	if err != nil {
		return err, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, truth := range slices.Backward(s.truths) {
		if bytes.Equal(marshal(truth), marshal(got)) {
			return nil, nil
		}
	}
	return nil, fmt.Errorf("the register equals none of the %d states in which the service was during the walk", len(s.truths))
}

// walkSummaries reads a list whose records come and go.
func (s *service) walkSummaries(ctx context.Context) (failure, problem error) {
	params := reservations.SummariesParams{DateFrom: firstNight.Midnight(), DateTo: firstNight.AddDays(60).Midnight(), Accommodation: listed, Limit: 25}
	return walkList(s.client.Reservations.AllSummaries(ctx, params), stable, func(record types.ReservationSummary) int64 { return record.ID },
		func(id int64) types.ReservationSummary { return reservationstest.NewSummary(id) })
}

func (s *service) walkSupplements(ctx context.Context) (failure, problem error) {
	return walkList(s.client.Supplements.All(ctx, reservations.SupplementsParams{Limit: 25}), records, func(record types.Supplement) int64 { return record.ID },
		func(id int64) types.Supplement { return reservationstest.NewSupplement(id) })
}

func (s *service) walkRegistrationNumbers(ctx context.Context) (failure, problem error) {
	return walkList(s.client.Reservations.AllRegistrationNumberEntries(ctx, reservations.RegistrationNumberEntriesParams{Limit: 25}), records,
		func(record types.RegistrationNumberEntry) int64 { return record.ID },
		func(id int64) types.RegistrationNumberEntry { return reservationstest.NewRegistrationNumberEntry(id) })
}

// walkList reads a list whose first stable records never change. Without an error, these records must come exactly
// once and in their order. No other record may come twice.
func walkList[T any](list iter.Seq2[T, error], stable int64, id func(T) int64, build func(int64) T) (failure, problem error) {
	seen := map[int64]bool{}
	var last int64 // of those that never change
	for record, err := range list {
		got := id(record)
		switch {
		case err != nil:
			return err, nil
		case seen[got]:
			return nil, fmt.Errorf("record %d comes twice", got)
		case got <= stable && got != last+1:
			return nil, fmt.Errorf("record %d comes where record %d is due", got, last+1)
		case !bytes.Equal(marshal(record), marshal(build(got))):
			return nil, fmt.Errorf("record %d is not as the service holds it", got)
		}
		seen[got] = true
		if got <= stable {
			last = got
		}
	}
	if last < stable {
		return nil, fmt.Errorf("the list ends with record %d of %d", last, stable)
	}
	return nil, nil
}

func marshal(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return data
}
