// SPDX-License-Identifier: MIT

package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Command returns the program as the command above all others, with these commands in their order.
func (a *App) Command(commands ...func(*App) *cobra.Command) *cobra.Command {
	cobra.EnableCommandSorting = false
	root := a.root()
	for _, command := range commands {
		root.AddCommand(command(a))
	}
	a.complete(root)
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

{{.Root.Name}} --help lists the flags of every command, such as --profile and --demo.{{end}}
`

// complete makes a command and all below it find the settings before they run, and refuse arguments
// that they do not take: a mistake must not print a help and count as done.
func (a *App) complete(cmd *cobra.Command) {
	switch run := cmd.RunE; {
	case cmd.HasSubCommands() && run == nil:
		cmd.Args = unknownCommand
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	case run != nil && cmd.Annotations[withoutSettings] == "":
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if err := a.resolve(); err != nil {
				return err
			}
			return run(cmd, args)
		}
	}
	cmd.DisableFlagsInUseLine = true
	cmd.Args = checkArgs(cmd.Args)
	for _, child := range cmd.Commands() {
		a.complete(child)
	}
}

const withoutSettings = "withoutSettings"

// WithoutSettings says that a command works without settings, and so also where they are wrong.
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
		if err == nil || errors.As(err, new(UsageError)) {
			return err
		}
		_, name, _ := strings.Cut(cmd.CommandPath(), " ")
		hint := "see " + cmd.CommandPath() + " --help"
		if _, takes, _ := strings.Cut(cmd.Use, " "); takes != "" {
			return UsageErrorf("%s takes %s, but was given %s; %s", name, takes, count(len(args), "argument"), hint)
		}
		return UsageErrorf("%s takes no argument, but was given %q; %s", name, args[0], hint)
	}
}

// unknownCommand refuses a command that does not exist, and says which one was perhaps meant.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := fmt.Sprintf("see %s --help", cmd.CommandPath())
	if similar := cmd.SuggestionsFor(args[0]); len(similar) > 0 {
		hint = fmt.Sprintf("did you mean %s?", strings.Join(similar, " or "))
	}
	return UsageErrorf("unknown command %q; %s", args[0], hint)
}

// count writes a number of things, such as "1 argument" and "no arguments".
func count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
