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

// Version returns a line with the versions of the program, of the library in it and of Go, the
// platform, and the commit where it is known.
func Version() string {
	text := fmt.Sprintf("reservations %s (library %s, %s, %s/%s", moduleVersion(),
		reservations.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if commit := buildSetting("vcs.revision"); commit != "" {
		text += ", commit " + commit
		if buildSetting("vcs.modified") == "true" {
			text += " with changes"
		}
	}
	return text + ")"
}

// moduleVersion is the version that go install was asked for. A build in a clone may have none.
func moduleVersion() string {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return "(devel)"
	}
	return cmp.Or(info.Main.Version, "(devel)")
}

func buildSetting(key string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == key {
				return setting.Value
			}
		}
	}
	return ""
}

// VersionCommand returns the command "version".
func VersionCommand(app *App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the program",
		Long:    "Print the version of the program, of the library in it and of Go, the platform, and the commit where it is known.",
		Example: "  reservations version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(app.Stdout, Version())
			return err
		},
	}
	return WithoutSettings(cmd)
}
