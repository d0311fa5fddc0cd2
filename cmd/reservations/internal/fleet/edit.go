// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	engine "github.com/reservationkit/reservations-go/fleet"
)

// changes are the flags of add and set. The organization, the base URL, the name of the park and its time zone
// are the flags of every command.
type changes struct {
	key, limit, window string
	interval           time.Duration
	paused             bool
}

func (c *changes) addTo(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&c.key, "key", "", "`name` of its API key, never the key")
	f.StringVar(&c.limit, "limit", "", "`name` of its rate limit; parks with the same share one (default the name of the key)")
	f.StringVar(&c.window, "window", "", "`times` between which its nightly sync begins, such as 22:00-06:00, in --timezone (default any time)")
	f.DurationVar(&c.interval, "interval", 0, "`time` between two syncs outside of the window, such as 1h (default none)")
	f.BoolVar(&c.paused, "paused", false, "leave the park alone")
}

const ofTheList = `

The list is the one in the database; one in a file is changed with any editor. Only flags count: settings of
the environment and of profiles are those of one park.`

func addCommand(app *cli.App, p *place) *cobra.Command {
	return editCommand(app, p, &cobra.Command{
		Use:   "add",
		Short: "Add a park to the list",
		Long: `Add a park to the list, which must not have it yet. It needs --organization, --base-url and --key; --park
is its name for people.` + ofTheList,
		Example: `  reservations fleet add --organization 12 --park "De Duinen" --base-url https://api.example.com --key dunes \
    --window 22:00-06:00 --timezone Europe/Amsterdam --interval 1h`,
	}, func(known bool, organization int64) error {
		if known {
			return cli.UsageErrorf("organization %d is in the list already; reservations fleet set changes it", organization)
		}
		return nil
	})
}

func setCommand(app *cli.App, p *place) *cobra.Command {
	return editCommand(app, p, &cobra.Command{
		Use:   "set",
		Short: "Change a park of the list",
		Long: `Change a park of the list: what flags name, and nothing else. A park that was stopped because its key
was refused is tried again.` + ofTheList,
		Example: `  reservations fleet set --organization 12 --interval 30m
  reservations fleet set --organization 12 --paused
  reservations fleet set --organization 12 --paused=false --window ""`,
	}, func(known bool, organization int64) error {
		if !known {
			return cli.UsageErrorf("organization %d is not in the list; reservations fleet add adds it", organization)
		}
		return nil
	})
}

// editCommand completes a command that stores a park. It stores nothing when check returns an error; known tells check
// whether the park is in the list.
func editCommand(app *cli.App, p *place, cmd *cobra.Command, check func(known bool, organization int64) error) *cobra.Command {
	var c changes
	c.addTo(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		id, err := organization(app, cmd)
		if err != nil {
			return err
		}
		return p.withPool(cmd, func(ctx context.Context, pool *pgxpool.Pool) error {
			parks, err := engine.Parks(ctx, pool)
			if err != nil {
				return err
			}
			at := slices.IndexFunc(parks, func(p engine.Park) bool { return p.Organization == id })
			if err := check(at >= 0, id); err != nil {
				return err
			}
			park := engine.Park{Organization: id}
			if at >= 0 {
				park = parks[at]
			}
			if err := c.apply(cmd, &park); err != nil {
				return err
			}
			if err := engine.Set(ctx, pool, park); err != nil {
				return err
			}
			app.Say("Park %d is in the list.", id)
			return nil
		})
	}
	return cmd
}

// organization returns the one that the flag names.
func organization(app *cli.App, cmd *cobra.Command) (int64, error) {
	if !cmd.Flags().Changed("organization") {
		return 0, cli.UsageErrorf("name the park with --organization; see %s --help", cmd.CommandPath())
	}
	return app.Settings().ID, nil
}

// apply changes in a park what flags name.
func (c *changes) apply(cmd *cobra.Command, p *engine.Park) error {
	texts := map[string]*string{"base-url": &p.BaseURL, "park": &p.Name, "timezone": &p.Window.Zone}
	for name, field := range texts {
		if cmd.Flags().Changed(name) {
			*field = cmd.Flags().Lookup(name).Value.String()
		}
	}
	set := map[string]func(){
		"key":      func() { p.Key = c.key },
		"limit":    func() { p.Limit = c.limit },
		"interval": func() { p.Interval = c.interval },
		"paused":   func() { p.Paused = c.paused },
		"window":   func() { p.Window.From, p.Window.To, _ = strings.Cut(c.window, "-") },
	}
	for name, change := range set {
		if cmd.Flags().Changed(name) {
			change()
		}
	}
	if p.Window.From == "" && p.Window.To == "" {
		if cmd.Flags().Changed("timezone") {
			return cli.UsageErrorf("--timezone is for the window, but the park has no window")
		}
		p.Window.Zone = ""
	}
	if err := p.Validate(); err != nil {
		return cli.UsageErrorf("%w", explain(err))
	}
	return nil
}

func removeCommand(app *cli.App, p *place) *cobra.Command {
	return byOrganization(app, p, &cobra.Command{
		Use:     "remove",
		Short:   "Take a park out of the list",
		Long:    "Take a park out of the list in the database. What was copied of it stays.",
		Example: "  reservations fleet remove --organization 12",
	}, engine.Remove, "Park %d is not in the list any more; its copy stays.")
}

func resumeCommand(app *cli.App, p *place) *cobra.Command {
	return byOrganization(app, p, &cobra.Command{
		Use:   "resume",
		Short: "Try a park again that was stopped because its key was refused",
		Long: `Try a park of the list in the database again that was stopped because its key was refused, or that has
failed: for a key that was changed under the same name. A list in a file is tried again when "fleet run" starts.`,
		Example: "  reservations fleet resume --organization 12",
	}, engine.Resume, "Park %d is tried again.")
}

// byOrganization completes a command that does one thing with one park.
func byOrganization(app *cli.App, p *place, cmd *cobra.Command,
	do func(context.Context, *pgxpool.Pool, int64) error, done string) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		id, err := organization(app, cmd)
		if err != nil {
			return err
		}
		return p.withPool(cmd, func(ctx context.Context, pool *pgxpool.Pool) error {
			if err := do(ctx, pool, id); err != nil {
				return err
			}
			app.Say(done, id)
			return nil
		})
	}
	return cmd
}
