// SPDX-License-Identifier: MIT

package export

import (
	"context"
	"errors"
	"fmt"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/files"
)

// state is what is kept beside the part of a file: of which export it is, and how far it goes.
type state struct {
	Of    settings `json:"of"`
	Token string   `json:"token"` // of the last reservation in the part; it holds ids and no personal data
	Rows  int      `json:"rows"`
}

// settings are what two runs must have in common, so that their rows are of one file.
type settings struct {
	Host         string `json:"host"`
	Organization int64  `json:"organization"`
	From         string `json:"from"`
	To           string `json:"to"`
	Format       string `json:"format"`
	Semicolon    bool   `json:"semicolon"`
	BOM          bool   `json:"bom"`
}

// keepEvery is the number of reservations after which the part is kept. When the program is killed, the next run
// reads fewer reservations than this again.
const keepEvery = 500

// resume writes the file, or what is missing of it after an interrupted run.
func (e *exporter) resume(ctx context.Context, service *cli.Service) error {
	is := settings{service.Host, service.Organization, e.from.String(), e.to.String(), *e.format, e.csv.Semicolon, e.csv.BOM}
	at := state{Of: is}
	part, isKept, err := files.OpenPart(e.output, &at)
	if err != nil {
		return explainBusy(err)
	}
	defer part.Close()
	if isKept && at.Of != is {
		return cli.UsageErrorf("%s.part was written by a run for %s; use the same flags and settings as that run, or begin anew without --resume",
			e.output, at.Of)
	}
	if isKept {
		e.rows = at.Rows
		e.app.Say("Going on after %d reservations of an interrupted run", e.rows)
	} else {
		at = state{Of: is}
	}
	before := e.rows
	if err := e.append(ctx, part, &at, isKept); err != nil {
		return explainMoved(err, isKept && e.rows == before)
	}
	return part.Finish()
}

// append writes the reservations after the place that the state names. It keeps them after every keepEvery rows,
// and when the service cannot be read any further.
func (e *exporter) append(ctx context.Context, part *files.Part, at *state, isKept bool) error {
	rows := e.newWriter(part)
	token := at.Token
	keep := func() error {
		if err := rows.flush(); err != nil {
			return err
		}
		at.Token, at.Rows = token, e.rows
		e.app.OnInterrupt("%d reservations are in %s.part, and the same command goes on after them", e.rows, e.output)
		return part.Keep(at)
	}
	if !isKept {
		if err := rows.begin(); err != nil {
			return err
		}
	}
	for summary, err := range e.client.Reservations.AllSummaries(ctx, e.params(), reservations.WithResume(&token)) {
		if err != nil {
			return errors.Join(err, keep())
		}
		if err := rows.write(summary); err != nil {
			return err
		}
		if e.wrote(); e.rows%keepEvery == 0 {
			if err := keep(); err != nil {
				return err
			}
		}
	}
	return rows.flush()
}

func (s settings) String() string {
	form := s.Format
	if s.Semicolon {
		form += " with semicolons"
	}
	if s.BOM {
		form += " with a byte-order mark"
	}
	return fmt.Sprintf("organization %d of %s, from %s to %s, as %s", s.Organization, s.Host, s.From, s.To, form)
}

// explainMoved says what to do when a run cannot go on, because the list has changed where the last run stopped.
func explainMoved(err error, readNothing bool) error {
	var incomplete *reservations.IncompleteError
	if readNothing && errors.As(err, &incomplete) {
		return fmt.Errorf("the list has changed where the interrupted run stopped; begin anew without --resume: %w", err)
	}
	return err
}

func explainBusy(err error) error {
	if errors.Is(err, files.ErrBusy) {
		return cli.TemporaryError{Text: err.Error()}
	}
	return err
}
