// SPDX-License-Identifier: MIT

// Package get is the command that reads any path of the service.
package get

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/settings"
)

// Command returns the command "get".
func Command(app *cli.App) *cobra.Command {
	var query []string
	var output *string
	cmd := &cobra.Command{
		Use:   "get PATH",
		Short: "Read any path of the service, as JSON",
		Long: `Read any path of the service, and print what it answers as JSON, with every field and all
personal data. Only GET is sent, so nothing changes.`,
		Example: `  reservations get /api/guests/5001
  reservations get /api/supplements/ --query organization=1 --query limit=10
  reservations get /api/reservations/1/group_reservations_list --query organization=1 --query token=@token.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.UsageErrorf("give one path, such as reservations get /api/guests/5001")
			}
			values, err := readQuery(query)
			if err != nil {
				return err
			}
			service, err := app.Connect(app.Today(), app.Today())
			if err != nil {
				return err
			}
			defer service.Close()
			var answer json.RawMessage
			request := reservations.Request{Method: http.MethodGet, Path: args[0], Query: values}
			if err := service.Client.Do(cmd.Context(), request, &answer); err != nil {
				return withSlash(err, args[0])
			}
			if len(answer) == 0 {
				answer = json.RawMessage("null")
			}
			return app.Output(*output, func(w io.Writer) error { return cli.WriteJSON(w, answer) })
		},
	}
	cmd.Flags().StringArrayVar(&query, "query", nil,
		"`key=value` of the query; key=@file reads the value from a file (repeatable)")
	output = cli.OutputFlag(cmd)
	return cmd
}

// withSlash adds to the 404 of a path that its last slash is missing.
func withSlash(err error, path string) error {
	lacksSlash := slices.ContainsFunc(reservations.Operations(), func(op reservations.Operation) bool { return op.Path == path+"/" })
	if lacksSlash && errors.Is(err, reservations.ErrNotFound) {
		return fmt.Errorf("%w; the path ends with a slash: %s/", err, path)
	}
	return err
}

// tokens are the parameters that give access to a reservation. Other users of a machine can read the
// arguments of a program, so these come from a file.
var tokens = []string{"token", "reservationToken"}

// readQuery returns the query of flags such as limit=10 and token=@token.txt.
func readQuery(flags []string) (url.Values, error) {
	query := url.Values{}
	for _, text := range flags {
		key, value, ok := strings.Cut(text, "=")
		if !ok || key == "" {
			return nil, cli.UsageErrorf("--query %q must be KEY=VALUE", text)
		}
		name, isFile := strings.CutPrefix(value, "@")
		if !isFile && slices.Contains(tokens, key) {
			return nil, cli.UsageErrorf("other users of this machine can read arguments: put the token in a file, and give --query %s=@FILE", key)
		}
		if isFile {
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, cli.UsageErrorf("the value of --query %s cannot be read: %w", key, err)
			}
			value = settings.Trim(string(text))
		}
		query.Add(key, value)
	}
	return query, nil
}
