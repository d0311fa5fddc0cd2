// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/mirror"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/tomlfile"
	engine "github.com/reservationkit/reservations-go/fleet"
	"github.com/reservationkit/reservations-go/fleet/keys"
	copies "github.com/reservationkit/reservations-go/mirror"
)

// place is where the list of parks and their copies are: a file and a folder, or a database.
type place struct {
	app                       *cli.App
	parks, directory, urlFile string
}

func (p *place) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&p.urlFile, "database-url-file", "", "`file` with the address of the PostgreSQL database; - reads standard input")
	switch cmd.Name() {
	case "list", "status", "run":
		f.StringVar(&p.parks, "parks", "", "`file` with the list of parks in TOML, instead of a database")
	}
	switch cmd.Name() {
	case "status", "run":
		f.StringVar(&p.directory, "directory", "copies", "`folder` of the SQLite files, with --parks")
	}
}

// isFile reports whether the list of parks is a file.
func (p *place) isFile(cmd *cobra.Command) (bool, error) {
	demo, err := cmd.Flags().GetBool("demo")
	switch {
	case err != nil:
		return false, err
	case demo:
		return false, cli.UsageErrorf("there is no invented fleet in this program; go run ./examples/fleet in its repository shows one")
	case p.parks != "" && p.urlFile != "":
		return false, cli.UsageErrorf("--parks and --database-url-file name two lists; give only one of them")
	}
	return p.parks != "", nil
}

// readFile reads the list of the file. It refuses a file that other users can change: they could have keys sent
// anywhere.
func (p *place) readFile() ([]engine.Park, error) {
	info, err := os.Stat(p.parks)
	if err == nil {
		err = keys.CheckMode(p.parks, info, keys.WritableByOthers)
	}
	if err != nil {
		return nil, cli.UsageErrorf("the list of parks: %w", err)
	}
	text, err := os.ReadFile(p.parks)
	if err != nil {
		return nil, cli.UsageErrorf("the list of parks: %w", err)
	}
	list, err := tomlfile.Decode[struct {
		Parks []entry `toml:"parks"`
	}](text)
	if errors.As(err, new(*tomlfile.UnknownKeyError)) {
		return nil, cli.UsageErrorf("%s: %w; see reservations fleet --help", p.parks, err)
	}
	if err != nil {
		return nil, cli.UsageErrorf("%s: %w", p.parks, err)
	}
	parks := make([]engine.Park, len(list.Parks))
	for i, e := range list.Parks {
		parks[i] = e.park()
	}
	if err := engine.ValidateList(parks); err != nil {
		return nil, cli.UsageErrorf("%s: %w", p.parks, explain(err))
	}
	return parks, nil
}

// connect returns the pool of the database, with a first connection.
func (p *place) connect(ctx context.Context, connections int) (*pgxpool.Pool, error) {
	dsn, name, err := mirror.DatabaseURL(p.app, p.urlFile)
	if err != nil {
		return nil, err
	}
	if dsn == "" {
		return nil, cli.UsageErrorf("no list of parks is named: give --parks, --database-url-file or RESERVATIONS_DATABASE_URL")
	}
	pool, err := copies.NewPool(ctx, dsn, connections)
	switch {
	case errors.Is(err, copies.ErrAddress):
		return nil, cli.UsageErrorf("%s: %w", name, plainError{err})
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, plainError{err})
	}
	return pool, nil
}

// withPool calls do with the database of the list.
func (p *place) withPool(cmd *cobra.Command, do func(context.Context, *pgxpool.Pool) error) error {
	if _, err := p.isFile(cmd); err != nil {
		return err
	}
	pool, err := p.connect(cmd.Context(), 1)
	if err != nil {
		return err
	}
	defer pool.Close()
	return explain(do(cmd.Context(), pool))
}

// explain says what an error of the list means.
func explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, engine.ErrNoPark):
		return cli.UsageErrorf("there is no such park in the list; see reservations fleet list")
	case errors.Is(err, engine.ErrNewerSchema):
		return errors.New("the database was changed by a newer version of this program")
	}
	return plainError{err}
}

// plainError is an error without the name of the package that it begins with.
type plainError struct{ cause error }

func (e plainError) Error() string {
	return strings.TrimPrefix(strings.TrimPrefix(e.cause.Error(), "fleet: "), "mirror: ")
}

func (e plainError) Unwrap() error { return e.cause }
