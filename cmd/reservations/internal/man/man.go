// SPDX-License-Identifier: MIT

// Package man is the command that prints the manual page of the program.
package man

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// Command returns the command "man".
func Command(app *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "man",
		Short: "Print the manual page of the program and all its commands",
		Example: `  reservations man > /usr/local/share/man/man1/reservations.1
  reservations man | man -l -`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return app.Output("", func(w io.Writer) error { return writePage(w, cmd.Root()) })
		},
	}
	return cli.WithoutSettings(cmd)
}

// writePage writes the page in the language of roff: a section for each command, which holds its help.
func writePage(w io.Writer, root *cobra.Command) error {
	var page strings.Builder
	fmt.Fprintf(&page, ".TH %s 1\n.SH NAME\n%s \\- %s\n", strings.ToUpper(root.Name()), root.Name(), escape(root.Short))
	writeCommand(&page, root)
	_, err := io.WriteString(w, page.String())
	return err
}

func writeCommand(page *strings.Builder, cmd *cobra.Command) {
	if cmd.Hidden {
		return
	}
	help := cmp.Or(cmd.Long, cmd.Short) + "\n\n" + cmd.UsageString()
	fmt.Fprintf(page, ".SH %s\n.nf\n%s\n.fi\n", escape(strings.ToUpper(cmd.CommandPath())), escape(strings.TrimSpace(help)))
	for _, child := range cmd.Commands() {
		writeCommand(page, child)
	}
}

// escape keeps a text from being read as roff: a backslash, a hyphen that is a minus, and a line that
// begins like a request.
func escape(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
