// SPDX-License-Identifier: MIT

package fleet

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/mirror"
	engine "github.com/reservationkit/reservations-go/fleet"
	store "github.com/reservationkit/reservations-go/mirror"
)

// goesOn is what becomes of copies that were interrupted.
const goesOn = "what was read is in the copies, and the next run goes on from there"

// runOptions are the flags of run.
type runOptions struct {
	keysDirectory, keysCommand string
	rate                       float64
	redisFile                  string
	workers                    int
	redact, skipRegister       bool
}

func runCommand(app *cli.App, p *place) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Copy the parks of the list, each at its time, until it is stopped",
		Long: `Copy the parks of the list, each at its time, until it is stopped with Ctrl-C or SIGTERM, which is no
failure. Any number of processes may run on one database. A sync that fails is one line on standard
error, also with --quiet; the park is tried again later, unless its key was refused.

Requests are sent as fast as the responses allow. With --rate the parks of each rate limit send so many requests
a second: those of this process or, with the address of Redis in the file of --redis-url-file or in
RESERVATIONS_REDIS_URL, those of all processes together.`,
		Example: `  reservations fleet run --parks parks.toml --keys-directory /etc/reservations/keys
  reservations fleet run --workers 8 --keys-command "pass show parks"
  reservations fleet run --rate 9.5 --redis-url-file redis.txt`,
	}
	f := cmd.Flags()
	f.StringVar(&o.keysDirectory, "keys-directory", "", "`folder` with a file for each key, which only its owner can read")
	f.StringVar(&o.keysCommand, "keys-command", "", "`command` that prints the key whose name follows it; no shell reads it")
	f.Float64Var(&o.rate, "rate", 0, "`number` of requests a second for each rate limit, of all processes with Redis (default: what the responses teach)")
	f.StringVar(&o.redisFile, "redis-url-file", "", "`file` with the address of Redis, by which processes share rate limits; - reads standard input")
	f.IntVar(&o.workers, "workers", 4, "`number` of parks that are copied at a time")
	f.BoolVar(&o.redact, "redact", false, "store no personal data; a copy is made with or without it, and stays so")
	f.BoolVar(&o.skipRegister, "skip-register", false, "copy the reservations only, not the night register")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		config, err := o.config(app)
		if err != nil {
			return err
		}
		limits, err := newLimits(app, o.rate, o.redisFile)
		if err != nil {
			return err
		}
		defer limits.close()
		config.Options = func(p engine.Park) []reservations.Option {
			return append(app.ClientOptions(), limits.options(p)...)
		}
		app.OnInterrupt("%s", goesOn)
		err = p.run(cmd, config)
		if cmd.Context().Err() != nil && errors.Is(err, cmd.Context().Err()) {
			app.Say("Stopped; %s.", goesOn)
			return nil
		}
		return explain(err)
	}
	return cmd
}

// run copies the parks of the list into the folder or the database.
func (p *place) run(cmd *cobra.Command, config engine.Config) error {
	isFile, err := p.isFile(cmd)
	if err != nil {
		return err
	}
	if isFile {
		parks, err := p.readFile()
		if err != nil {
			return err
		}
		return engine.RunFiles(cmd.Context(), p.directory, parks, config)
	}
	pool, err := p.connect(cmd.Context(), config.Workers+engine.SpareConnections)
	if err != nil {
		return err
	}
	defer pool.Close()
	return engine.Run(cmd.Context(), pool, config)
}

func (o *runOptions) config(app *cli.App) (c engine.Config, err error) {
	if o.workers < 1 {
		return c, cli.UsageErrorf("--workers must be at least 1")
	}
	c = engine.Config{
		Copy:    store.Config{Redact: o.redact, SkipRegister: o.skipRegister},
		Workers: o.workers,
		Report:  func(r engine.Report) { say(app, r) },
	}
	command := strings.Fields(o.keysCommand)
	switch {
	case len(command) > 0 && o.keysDirectory != "":
		return c, cli.UsageErrorf("--keys-directory and --keys-command are two places of the keys; give one")
	case len(command) > 0:
		c.Keys = engine.KeysFromCommand(command[0], command[1:]...)
	case o.keysDirectory != "":
		c.Keys = engine.KeysFromFiles(o.keysDirectory)
	default:
		c.Keys = engine.KeysFromEnvironment
	}
	return c, nil
}

// say prints what came of a sync in one line.
func say(app *cli.App, r engine.Report) {
	park := fmt.Sprintf("%s park %d", r.Began.Add(r.Took).UTC().Format(time.RFC3339), r.Park.Organization)
	if r.Park.Name != "" {
		park += " " + r.Park.Name
	}
	next := "; the next sync is at " + r.Next.UTC().Format(time.RFC3339)
	switch r.Outcome {
	case engine.Done:
		app.Say("%s: %s%s", park, mirror.Summary(r.Result), next)
		if warnings := r.Result.Warnings(); len(warnings) > 0 {
			app.Warn("%s: not as it should be: %s", park, strings.Join(warnings, "; "))
		}
	case engine.Interrupted: // by Ctrl-C, which is no failure
	case engine.Refused:
		app.Warn("%s is stopped, because its key was refused: %v", park, explain(r.Err))
	default:
		app.Warn("%s is not complete: %v%s", park, explain(r.Err), next)
	}
}
