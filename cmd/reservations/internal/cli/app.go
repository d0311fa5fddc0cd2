// SPDX-License-Identifier: MIT

// Package cli is what all commands of the program share: its settings, its client, what it prints and its exit codes.
package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
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
	resolve  func() (*settings.Settings, error)
	began    bool       // the arguments are those of a command
	printing sync.Mutex // on standard error
	terminal bool       // that can erase a line
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
	if f, ok := a.Stderr.(*os.File); ok && a.Getenv("TERM") != "dumb" {
		info, err := f.Stat()
		a.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	root, printed := a.Command(commands...), &checked{Writer: a.Stdout}
	root.SetOut(printed)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if printed.err != nil {
		err, a.began = cmp.Or(err, printed.err), true
	}
	switch code := exitCode(err); {
	case err == nil:
		a.Status("")
		return 0
	case !a.began:
		a.Warn("reservations: %s\nRun '%s --help' for usage.", strings.TrimSpace(err.Error()), cmd.CommandPath())
		return exitUsage
	case ctx.Err() != nil && code != exitUsage:
		a.Warn("reservations: interrupted; nothing was written")
		return exitInterrupted
	default:
		a.Warn("reservations: %s", describe(err))
		return code
	}
}

// checked keeps the first error of a writer: cobra prints help, and ignores it.
type checked struct {
	io.Writer
	err error
}

func (c *checked) Write(text []byte) (int, error) {
	n, err := c.Writer.Write(text)
	c.err = cmp.Or(c.err, err)
	return n, err
}

func init() { cobra.EnableCommandSorting = false }

// Command returns the program as the command above all others, with these commands in their order.
func (a *App) Command(commands ...func(*App) *cobra.Command) *cobra.Command {
	root := &cobra.Command{
		Use:   "reservations",
		Short: "The night register, statistics and records of a holiday park or hotel",
		Long:  long,
		Example: `  reservations register --demo      write the night register of an invented park
  reservations config --help        how to set the service, the key and the park
  reservations config show          which service, organization and key are used
  reservations register             write the night register of the last night that is over`,
		Version:       Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			a.began = true
			return a.checkFlags(cmd)
		},
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetIn(a.Stdin)
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
	f.BoolVarP(&a.flags.quiet, "quiet", "q", false, "print no progress and no summary, only errors and warnings")
	f.BoolVar(&a.flags.debug, "debug", false, "print every request on standard error; no key, no query and no personal data")
	for _, command := range commands {
		cmd := command(a)
		if cmd.Args == nil {
			cmd.Args = cobra.NoArgs
		}
		root.AddCommand(cmd)
	}
	a.resolve = sync.OnceValues(a.settings)
	return root
}

const long = `The night register, statistics and records of a holiday park or hotel.

Environment:
  RESERVATIONS_BASE_URL       address of the service
  RESERVATIONS_API_KEY        API key
  RESERVATIONS_API_KEY_FILE   file that holds the API key
  RESERVATIONS_ORGANIZATION   id of the organization
  RESERVATIONS_PROFILE        name of the profile
  RESERVATIONS_CONFIG         configuration file

A flag comes before the environment, and the environment before the profile; see reservations config --help.

Exit codes:
  0     done
  1     failed
  2     a flag, a file that a flag names, an argument or a setting is wrong; nothing was changed or written
  3     what was read is not complete; nothing was written
  4     the service refused the key
  5     a failure that may pass: the same command may succeed later
  6     the command ran, and found what its flags call a failure
  130   interrupted`

// settings finds the settings. With --demo only the flags count: an invented park must not bear the name of a real one.
func (a *App) settings() (*settings.Settings, error) {
	flags, getenv := a.flags.Flags, a.Getenv
	if a.flags.demo {
		if flags.BaseURL+flags.KeyFile+flags.Profile+flags.Config+flags.Organization != "" {
			return nil, UsageErrorf("--demo reads an invented park, so it takes none of --base-url, --api-key-file, --profile, --config and --organization")
		}
		getenv = func(string) string { return "" }
	}
	s, err := settings.Resolve(flags, getenv)
	if err != nil {
		return nil, UsageErrorf("%w", err)
	}
	return s, nil
}

// Park returns the name of the park for titles, or "".
func (a *App) Park() string {
	if s, err := a.resolve(); err == nil { // Connect returns the error
		return s.Park.Value
	}
	return ""
}

// Location returns the time zone of the park, in which its days begin and its times are shown. When no
// setting names one, it is the time zone of the machine.
func (a *App) Location() *time.Location {
	if s, err := a.resolve(); err == nil && s.Location != nil { // Connect returns the error
		return s.Location
	}
	return a.Now().Location()
}

// Today returns the day that it is in the park.
func (a *App) Today() types.Date { return types.DateOf(a.Now().In(a.Location())) }

// Demo reports whether an invented park is read.
func (a *App) Demo() bool { return a.flags.demo }

// Say prints a line on standard error, unless --quiet is set.
func (a *App) Say(format string, args ...any) {
	if !a.flags.quiet {
		a.Warn(format, args...)
	}
}

// Warn prints a line on standard error, also with --quiet: what must not be missed although the command goes on.
func (a *App) Warn(format string, args ...any) { a.print(fmt.Sprintf(format, args...), "\n") }

// Trace prints a line on standard error with --debug.
func (a *App) Trace(format string, args ...any) {
	if a.flags.debug {
		a.Say(format, args...)
	}
}

// Status shows how far a command is, on a terminal only. What is printed next replaces it.
func (a *App) Status(format string, args ...any) {
	if a.terminal && !a.flags.quiet {
		a.print(fmt.Sprintf(format, args...), "")
	}
}

func (a *App) print(text, end string) {
	a.printing.Lock()
	defer a.printing.Unlock()
	if a.terminal {
		fmt.Fprint(a.Stderr, eraseLine)
	}
	fmt.Fprint(a.Stderr, forTerminal(text), end)
}

const eraseLine = "\r\x1b[K"

// Version returns a line with the versions of the program, of the library in it and of Go, and the platform.
func Version() string {
	return fmt.Sprintf("reservations %s (library %s, %s, %s/%s)", moduleVersion(),
		reservations.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// moduleVersion is the version that go install was asked for, or one with the commit. Some builds have none.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return cmp.Or(info.Main.Version, "(devel)")
	}
	return "(devel)"
}

// VersionCommand returns the command "version".
func VersionCommand(*App) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the program",
		Long:    "Print the version of the program, of the library in it and of Go, and the platform.",
		Example: "  reservations version",
		Run:     func(cmd *cobra.Command, _ []string) { fmt.Fprintln(cmd.OutOrStdout(), Version()) },
	}
}
