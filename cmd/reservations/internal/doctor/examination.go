// SPDX-License-Identifier: MIT

package doctor

import (
	"context"
	"errors"
	"fmt"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// stepsOf returns the requests of some checks.
func stepsOf(asked []check) []step {
	var ids []string
	for _, c := range asked {
		ids = append(ids, c.steps...)
	}
	return withNeeded(ids)
}

// An Examination asks a service.
type Examination struct {
	Client   *reservations.Client // with the options of the Recorder
	Recorder *Recorder
	Today    types.Date
	Interval time.Duration // from one request to the next
	Status   func(string)  // is told what is asked
}

// Run asks all questions and returns the report.
func (e Examination) Run(ctx context.Context) (*Report, error) {
	report, _, err := e.run(ctx, checks, stepsOf(checks))
	return report, err
}

func (e Examination) run(ctx context.Context, asked []check, steps []step) (*Report, int, error) {
	p := &probe{
		client: e.Client, recorder: e.Recorder, today: e.Today,
		replies: map[string]*reply{}, leftOut: map[string]finding{}, texts: texts{},
	}
	status := func(s step) { e.Status(fmt.Sprintf("%d of at most %d: %s", p.sent+1, len(steps), s.purpose)) }
	if err := p.run(ctx, steps, e.Interval, status); err != nil {
		return nil, 0, err
	}
	if p.sent == 0 {
		return nil, 0, errors.New("nothing could be asked: set --organization")
	}
	return p.report(asked)
}
