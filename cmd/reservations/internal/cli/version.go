// SPDX-License-Identifier: MIT

package cli

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
)

// Version returns a line with the versions of the program, of the library in it and of Go, and the platform.
func Version() string {
	return fmt.Sprintf("reservations %s (library %s, %s, %s/%s)", moduleVersion(),
		reservations.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// moduleVersion is the version that go install was asked for. In a clone it has the commit, if Go stamps that.
func moduleVersion() string {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return "(devel)"
	}
	return cmp.Or(info.Main.Version, "(devel)")
}

// VersionCommand returns the command "version".
func VersionCommand(app *App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the program",
		Long:    "Print the version of the program, of the library in it and of Go, and the platform.",
		Example: "  reservations version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(app.Stdout, Version())
			return err
		},
	}
	return WithoutSettings(cmd)
}
