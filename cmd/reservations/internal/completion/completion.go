// SPDX-License-Identifier: MIT

// Package completion is the command that prints scripts with which a shell completes commands and flags.
package completion

import (
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// Command returns the command "completion".
func Command(app *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print the script with which a shell completes commands and flags",
		Long: "Print the script with which a shell completes commands and flags. That of bash needs the package\n" +
			"bash-completion.",
		Example: `  reservations completion bash > /etc/bash_completion.d/reservations
  reservations completion zsh > "${fpath[1]}/_reservations"
  reservations completion fish > ~/.config/fish/completions/reservations.fish
  reservations completion powershell | Out-String | Invoke-Expression`,
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch root := cmd.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(app.Stdout, true)
			case "zsh":
				return root.GenZshCompletion(app.Stdout)
			case "fish":
				return root.GenFishCompletion(app.Stdout, true)
			default:
				return root.GenPowerShellCompletionWithDesc(app.Stdout)
			}
		},
	}
	return cli.WithoutSettings(cmd)
}
