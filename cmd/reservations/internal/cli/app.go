// SPDX-License-Identifier: MIT

// Package cli is what all commands of the program share: its settings, its client, what it prints
// and its exit codes.
package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/settings"
	"github.com/reservationkit/reservations-go/types"
)

// App is one run of the program. Its exported fields are what it depends on; a test sets its own.
type App struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Now            func() time.Time

	flags    flags
	settings *settings.Settings // since the command began
	messages *messages
	waits    *waits // of the service that was connected last
	ctx      context.Context
	goesOn   string // what is printed after an interruption
}

// flags are the flags of every command.
type flags struct {
	settings.Flags
	plainHTTP bool
	demo      bool
	quiet     bool
	debug     bool
}

// Run runs the command that args name, and returns the exit code. Data is printed on Stdout, and
// everything else on Stderr.
func (a *App) Run(ctx context.Context, args []string, commands ...func(*App) *cobra.Command) int {
	root := a.Command(commands...)
	root.SetArgs(args)
	a.messages, a.ctx = newMessages(a.Stderr, a.Getenv("TERM")), ctx
	stop := context.AfterFunc(ctx, func() { a.Status("Stopping; Ctrl-C again ends the program at once") })
	defer stop()
	err := root.ExecuteContext(ctx)
	a.messages.clear()
	code := exitCode(err)
	switch isInterrupted := ctx.Err() != nil && code != exitUsage; {
	case err == nil:
		return exitDone
	case isInterrupted && a.goesOn != "":
		fmt.Fprintf(a.Stderr, "reservations: interrupted; %s\n", harmless(a.goesOn))
		return exitInterrupted
	case isInterrupted:
		fmt.Fprintln(a.Stderr, "reservations: interrupted before it was complete")
		return exitInterrupted
	}
	fmt.Fprintf(a.Stderr, "reservations: %s\n", harmless(describe(err, a.waits.gaveUp())))
	return code
}

// OnInterrupt sets what is printed when the program is interrupted from now on: what is stored already, and
// what the same command does next time.
func (a *App) OnInterrupt(format string, args ...any) { a.goesOn = fmt.Sprintf(format, args...) }

func (a *App) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "reservations",
		Short: "The night register, statistics and records of a holiday park or hotel",
		Example: `  reservations register --demo      write the night register of an invented park
  reservations config --help        how to set the service, the key and the park
  reservations config show          which service, organization and key are used
  reservations register             write the night register of the last night that is over`,
		Version:       Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetHelpCommand(&cobra.Command{Hidden: true})
	root.SetUsageTemplate(usageTemplate)
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "print the version of the program")
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	root.SetFlagErrorFunc(flagError)
	f := root.PersistentFlags()
	f.StringVar(&a.flags.Profile, "profile", "", "`name` of the profile in the configuration file")
	f.StringVar(&a.flags.Config, "config", "", "configuration `file`")
	f.StringVar(&a.flags.BaseURL, "base-url", "", "`address` of the service, such as https://api.example.com")
	f.StringVar(&a.flags.Organization, "organization", "", "`id` of the organization")
	f.StringVar(&a.flags.KeyFile, "api-key-file", "", "`file` that holds the API key; - reads standard input")
	f.StringVar(&a.flags.Park, "park", "", "`name` of the park in titles")
	f.StringVar(&a.flags.Timezone, "timezone", "", "`zone` of the park for days and times, such as Europe/Amsterdam (default: that of this machine)")
	f.BoolVar(&a.flags.plainHTTP, "plain-http", false, "allow http without TLS, where anybody on the network path can read the key")
	f.BoolVar(&a.flags.demo, "demo", false, "read an invented park in this process, not your service")
	f.BoolVarP(&a.flags.quiet, "quiet", "q", false, "print no progress and no summary, only errors")
	f.BoolVar(&a.flags.debug, "debug", false, "print every request on standard error; no key, no query and no personal data")
	return root
}

// resolve finds the settings before a command runs. With --demo only the flags count: an invented park
// must not bear the name of a real one.
func (a *App) resolve() (err error) {
	flags, getenv := a.flags.Flags, a.Getenv
	if a.flags.demo {
		if flags.BaseURL+flags.KeyFile+flags.Profile+flags.Config+flags.Organization != "" {
			return UsageErrorf("--demo reads an invented park, so it takes none of --base-url, --api-key-file, --profile, --config and --organization")
		}
		flags = settings.Flags{Park: flags.Park, Timezone: flags.Timezone}
		getenv = func(string) string { return "" }
	}
	if a.settings, err = settings.Resolve(flags, getenv); err != nil {
		return UsageError{err}
	}
	return nil
}

// Settings returns all settings and what sets them.
func (a *App) Settings() *settings.Settings { return a.settings }

// ConfigFile returns the name of the configuration file, whether it exists or not.
func (a *App) ConfigFile() string { return settings.ConfigFile(a.flags.Flags, a.Getenv).Value }

// Park returns the name of the park for titles, or "".
func (a *App) Park() string { return a.settings.Park.Value }

// Location returns the time zone of the park, in which its days begin and its times are shown. When no
// setting names one, it is the time zone of the machine.
func (a *App) Location() *time.Location {
	if a.settings.Location != nil {
		return a.settings.Location
	}
	return a.Now().Location()
}

// Today returns the day that it is in the park.
func (a *App) Today() types.Date { return types.DateOf(a.Now().In(a.Location())) }

// Demo reports whether an invented park is read.
func (a *App) Demo() bool { return a.flags.demo }
