// SPDX-License-Identifier: MIT

package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/files"
)

// FormatFlag adds --format to a command, with the formats that it knows, the first of which is the
// default. It returns the value, which is checked before the command runs.
func FormatFlag(cmd *cobra.Command, formats ...string) *string {
	format := formats[0]
	cmd.Flags().Func("format", fmt.Sprintf("`format`: %s (default %s)", strings.Join(formats, ", "), formats[0]), func(text string) error {
		if !slices.Contains(formats, text) {
			return fmt.Errorf("want one of %s", strings.Join(formats, ", "))
		}
		format = text
		return nil
	})
	Complete(cmd, "format", formats...)
	return &format
}

// Complete gives the shell the values of a flag that has only these.
func Complete(cmd *cobra.Command, flag string, values ...string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the command has no such flag, or it has values already
	}
}

// OutputFlag adds -o to a command. It returns the value, for [App.Output].
func OutputFlag(cmd *cobra.Command) *string {
	return FileFlag(cmd, "output", "o", "-", "`file` to write; one of that name is replaced; - is standard output")
}

// FileFlag adds a flag that names a file to write, which is checked before the command runs.
func FileFlag(cmd *cobra.Command, flag, shorthand, value, usage string) *string {
	name := cmd.Flags().StringP(flag, shorthand, value, usage)
	if err := cmd.MarkFlagFilename(flag); err != nil {
		panic(err) // the command has no such flag
	}
	return name
}

// checkFlags refuses flags before a command runs, and so before anything is sent: those that are set to nothing, as by
// --profile "$UNSET" in a script, and files that cannot be written.
func (a *App) checkFlags(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		_, isOutput := f.Annotations[cobra.BashCompFilenameExt]
		switch text := f.Value.String(); {
		case err != nil: // one is enough
		case f.Value.Type() == "string" && text == "":
			err = UsageErrorf("--%s must not be empty", f.Name)
		case isOutput && text != f.DefValue:
			err = a.checkOutput(f.Name, text)
		}
	})
	return err
}

// checkOutput also refuses to replace what can be of a real service by the data of --demo.
func (a *App) checkOutput(flag, name string) error {
	_, missing := os.Stat(name)
	switch err := files.Check(name, false); {
	case name == "-":
		return UsageErrorf("--%s must name a file", flag)
	case err != nil:
		return UsageErrorf("--%s: %w", flag, err)
	case a.flags.demo && missing == nil && !strings.Contains(filepath.Base(name), "demo"):
		return UsageErrorf("--demo does not replace %s, which can be of a real service: use another name, or one with demo in it", name)
	}
	return nil
}

// flagError says in words of the program what is wrong with the number, or the true or false, of a flag.
func flagError(_ *cobra.Command, err error) error {
	number, ok := errors.AsType[*strconv.NumError](err)
	if !ok {
		return err
	}
	words := map[string]string{"ParseBool": "want true or false", "ParseFloat": "want a number such as 20 or 0.5"}[number.Func]
	switch {
	case errors.Is(err, strconv.ErrRange):
		words = "it is too large"
	case words == "":
		words = "want a whole number"
	}
	return errors.New(strings.Replace(err.Error(), number.Error(), words, 1))
}
