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
