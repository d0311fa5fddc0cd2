// SPDX-License-Identifier: MIT

package doctor

import (
	"context"
	"fmt"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
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
	Checks   []string      // that are asked; nil means all
	Status   func(string)  // is called with what is asked, before each request
}

// Run asks the service and returns the report. An error says why the service could not be asked; it is no finding.
func (e Examination) Run(ctx context.Context) (*Report, error) {
	asked, err := choose(e.Checks)
	if err != nil {
		return nil, err
	}
	p := &probe{
		client: e.Client, recorder: e.Recorder, today: e.Today,
		replies: map[string]*reply{}, leftOut: map[string]finding{}, texts: texts{},
	}
	steps := stepsOf(asked)
	status := func(s step) { e.Status(fmt.Sprintf("%d of at most %d: %s", p.sent+1, len(steps), s.purpose)) }
	if err := p.run(ctx, steps, e.Interval, status); err != nil {
		return nil, err
	}
	if p.sent == 0 {
		return nil, cli.UsageErrorf("an organization is needed to ask this: set --organization")
	}
	return p.report(asked)
}
