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
)

// App is one run of the program. Its exported fields are what it depends on; a test sets its own.
type App struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Now            func() time.Time

	flags    flags
	messages *messages
}

// flags are the flags of every command.
type flags struct {
	profile      string
	config       string
	baseURL      string
	organization int64
	keyFile      string
	park         string
	zone         *time.Location
	plainHTTP    bool
	demo         bool
	quiet        bool
	debug        bool
}

// Run runs the command that args name, and returns the exit code. Data is printed on Stdout, and
// everything else on Stderr.
func (a *App) Run(ctx context.Context, args []string, commands ...func(*App) *cobra.Command) int {
	root := a.Command(commands...)
	root.SetArgs(args)
	a.messages = newMessages(a.Stderr)
	err := root.ExecuteContext(ctx)
	a.messages.clear()
	if err != nil {
		fmt.Fprintf(a.Stderr, "reservations: %s\n", describe(err))
	}
	return exitCode(err)
}

func (a *App) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "reservations",
		Short: "The night register, statistics, tourist tax and records of a holiday park or hotel",
		Example: `  reservations register --demo             write the register of an invented park
  reservations register                    write the register of the last night
  reservations doctor                      find out what your service does`,
		SilenceErrors: true,
		SilenceUsage:  true,

		CompletionOptions:          cobra.CompletionOptions{DisableDefaultCmd: true},
		SuggestionsMinimumDistance: 2,
	}
	root.SetHelpCommand(&cobra.Command{Hidden: true})
	root.SetUsageTemplate(usageTemplate)
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return UsageErrorf("%w; see %s --help", err, cmd.CommandPath())
	})
	f := root.PersistentFlags()
	f.StringVar(&a.flags.profile, "profile", "", "`name` of the profile in the configuration file")
	f.StringVar(&a.flags.config, "config", "", "configuration `file`")
	f.StringVar(&a.flags.baseURL, "base-url", "", "`address` of the service, such as https://api.example.com")
	f.Int64Var(&a.flags.organization, "organization", 0, "`id` of the organization")
	f.StringVar(&a.flags.keyFile, "api-key-file", "", "`file` that holds the API key; - reads standard input")
	f.StringVar(&a.flags.park, "park", "", "`name` of the park in titles")
	f.Func("timezone", "`zone` of the park for days and times, such as Europe/Amsterdam (default: that of this machine)", a.setZone)
	f.BoolVar(&a.flags.plainHTTP, "plain-http", false, "allow http without TLS; everybody on the way can read the key")
	f.BoolVar(&a.flags.demo, "demo", false, "read an invented park in this process, not your service")
	f.BoolVarP(&a.flags.quiet, "quiet", "q", false, "print no progress and no summary, only errors")
	f.BoolVar(&a.flags.debug, "debug", false, "print every request on standard error; no key, no query and no personal data")
	return root
}
