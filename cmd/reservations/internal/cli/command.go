// SPDX-License-Identifier: MIT

package cli

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

func init() { cobra.EnableCommandSorting = false }

// Command returns the program as the command above all others, with these commands in their order.
func (a *App) Command(commands ...func(*App) *cobra.Command) *cobra.Command {
	root := a.root()
	for _, command := range commands {
		root.AddCommand(command(a))
	}
	a.complete(root)
	root.InitDefaultCompletionCmd() // after complete, because it needs no settings
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.Args, completion.RunE = unknownCommand, help
	}
	return root
}

// usageTemplate begins with the examples. Only the help of the program has the flags of every command.
const usageTemplate = `{{if .HasExample}}Examples:
{{.Example}}

{{end}}Usage:
{{if .HasAvailableSubCommands}}  {{.CommandPath}} COMMAND

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{else}}  {{.UseLine}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasParent}}

{{.Root.Name}} --help lists the flags of every command, such as --profile and --demo.{{else}}

Environment:
  RESERVATIONS_BASE_URL       address of the service
  RESERVATIONS_API_KEY        API key
  RESERVATIONS_API_KEY_FILE   file that holds the API key
  RESERVATIONS_ORGANIZATION   id of the organization
  RESERVATIONS_PROFILE        name of the profile
  RESERVATIONS_CONFIG         configuration file

A flag comes before the environment, and the environment before the profile; see {{.Name}} config --help.

Exit codes:
  0     done
  1     failed
  2     a flag, a file that a flag names, an argument or a setting is wrong; nothing was changed or written
  3     what was read is not complete; nothing was written
  4     the service refused the key
  5     a failure that may pass: the same command may succeed later
  6     the command ran, and found what its flags call a failure
  130   interrupted{{end}}
`

// complete makes a command and all below it find the settings before they run, and refuse arguments
// that they do not take: a mistake must not print a help and count as done.
func (a *App) complete(cmd *cobra.Command) {
	switch run := cmd.RunE; {
	case cmd.HasSubCommands() && run == nil:
		cmd.Args = unknownCommand
		cmd.RunE = help
	case run != nil && cmd.Annotations[withoutSettings] == "":
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if err := a.resolve(); err != nil {
				return err
			}
			return run(cmd, args)
		}
	}
	cmd.DisableFlagsInUseLine = true
	cmd.SuggestionsMinimumDistance = 2
	cmd.Args = checkArgs(cmd.Args)
	for _, child := range cmd.Commands() {
		a.complete(child)
	}
}

const withoutSettings = "withoutSettings"

// WithoutSettings marks a command that uses no settings. It also runs when the settings are wrong.
func WithoutSettings(cmd *cobra.Command) *cobra.Command {
	cmd.Annotations = map[string]string{withoutSettings: "yes"}
	return cmd
}

// checkArgs turns an error about the arguments into a [UsageError] that says what a command takes.
func checkArgs(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check == nil {
			check = cobra.NoArgs
		}
		err := check(cmd, args)
		if err == nil || is[UsageError](err) {
			return err
		}
		_, name, _ := strings.Cut(cmd.CommandPath(), " ")
		hint := "see " + cmd.CommandPath() + " --help"
		_, takes, _ := strings.Cut(cmd.Use, " ")
		given := "no argument"
		if len(args) > 0 {
			given = shown(strings.Join(args, " "))
		}
		return UsageErrorf("%s takes %s, but was given %s; %s", name, cmp.Or(takes, "no argument"), given, hint)
	}
}

// help prints the help of a command. When args are "help" and the name of a command below it, it prints the help of
// that one.
func help(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	named, rest, err := cmd.Find(args[1:])
	if err == nil && len(rest) > 0 {
		err = unknownCommand(named, rest)
	}
	if err != nil {
		return err
	}
	named.InitDefaultHelpFlag()
	return named.Help()
}

// unknownCommand refuses a command that does not exist, and says which one was perhaps meant.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || args[0] == "help" {
		return nil
	}
	hint := fmt.Sprintf("see %s --help", cmd.CommandPath())
	if similar := cmd.SuggestionsFor(args[0]); len(similar) > 0 {
		hint = fmt.Sprintf("did you mean %s?", strings.Join(similar, " or "))
	}
	return UsageErrorf("unknown command %s; %s", shown(args[0]), hint)
}

// shown quotes an argument, unless it can be an address with a password in it.
func shown(arg string) string {
	if strings.Contains(arg, "@") || strings.Contains(arg, "://") {
		return "(an address, which is not shown because it can hold a password)"
	}
	return strconv.Quote(arg)
}
