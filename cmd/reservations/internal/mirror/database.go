// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	store "github.com/reservationkit/reservations-go/mirror"
)

// database is where the copy is.
type database struct {
	app           *cli.App
	file, urlFile string
}

// urlVariable is the variable of the environment with the address of a PostgreSQL database.
const urlVariable = "RESERVATIONS_DATABASE_URL"

func (db *database) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&db.file, "database", "", "SQLite `file` of the copy (default reservations.db, with --demo invented.db)")
	f.StringVar(&db.urlFile, "database-url-file", "", "`file` with the address of a PostgreSQL database; - reads standard input")
}

// find returns the address of the database, and its name for people, who do not see the password.
func (db *database) find(cmd *cobra.Command) (dsn, name string, err error) {
	demo, err := cmd.Flags().GetBool("demo")
	switch {
	case err != nil:
		return "", "", err
	case db.file != "" && db.urlFile != "":
		return "", "", cli.UsageErrorf("--database and --database-url-file name two databases; give only one of them")
	case anAddress.MatchString(strings.TrimPrefix(db.file, "sqlite:")):
		return "", "", cli.UsageErrorf("--database is the name of a file; an address can hold a password, so put it in a file "+
			"for --database-url-file or in %s", urlVariable)
	case db.file != "":
		return db.file, db.file, nil
	case demo && db.urlFile == "":
		return "invented.db", "invented.db", nil
	}
	dsn, name, err = DatabaseURL(db.app, db.urlFile)
	if err == nil && dsn == "" {
		return "reservations.db", "reservations.db", nil
	}
	return dsn, name, err
}

// DatabaseURL returns the address of a PostgreSQL database, which is in a file or, where its name is "", in the
// environment, and its name for people, without the password. Both are "" when no address is set.
func DatabaseURL(app *cli.App, file string) (dsn, name string, err error) {
	switch {
	case anAddress.MatchString(file):
		return "", "", cli.UsageErrorf("--database-url-file is the name of a file that holds the address, and not the address, " +
			"which can hold a password")
	case file != "":
		dsn, err = app.ReadSecret(file)
		if err != nil {
			return "", "", cli.UsageErrorf("the address of the database cannot be read: %w", err)
		}
		return postgres(dsn, file)
	case app.Getenv(urlVariable) != "":
		return postgres(app.Getenv(urlVariable), urlVariable)
	}
	return "", "", nil
}

// anAddress matches a text that may be the address of any database, also with a typing error, instead of the
// name of a file. Such a text is not printed, because it can hold a password.
var anAddress = regexp.MustCompile(`^\W*[A-Za-z][A-Za-z0-9+.-]+:|://|[@=]`)

func postgres(dsn, source string) (_, name string, err error) {
	if source == "-" {
		source = "standard input"
	}
	scheme, _, _ := strings.Cut(strings.ToLower(dsn), "://")
	if scheme != "postgres" && scheme != "postgresql" {
		return "", "", cli.UsageErrorf("%s must hold an address such as postgres://user:password@host/database", source)
	}
	return dsn, "the database of " + source, nil
}

// open opens the copy of an organization for a run that writes it, and creates it if it does not exist. It refuses
// to put an invented park and a real one into the same database.
func (db *database) open(ctx context.Context, cmd *cobra.Command, config store.Config) (*store.Mirror, string, error) {
	dsn, name, err := db.find(cmd)
	if err != nil {
		return nil, "", err
	}
	ids, err := store.Organizations(ctx, dsn)
	if err != nil && !errors.Is(err, store.ErrNoCopy) {
		return nil, "", explain(err, name)
	}
	isInvented := config.Organization == inventedOrganization
	if len(ids) > 0 && slices.Contains(ids, inventedOrganization) != isInvented {
		return nil, "", otherSettings(ctx, dsn, name, ids[0])
	}
	m, err := store.Open(ctx, dsn, config)
	if errors.Is(err, store.ErrSettings) {
		return nil, "", otherSettings(ctx, dsn, name, config.Organization)
	}
	return m, name, explain(err, name)
}

// openExisting opens an existing copy with the settings that it was made with. It is the copy of the organization
// that is set, or the only copy in the database.
func (db *database) openExisting(ctx context.Context, cmd *cobra.Command) (*store.Mirror, string, error) {
	dsn, name, err := db.find(cmd)
	if err != nil {
		return nil, "", err
	}
	ids, err := store.Organizations(ctx, dsn)
	if err != nil {
		return nil, "", explain(err, name)
	}
	id := db.app.Settings().ID
	if len(ids) == 1 && !cmd.Flags().Changed("organization") {
		id = ids[0]
	}
	if !slices.Contains(ids, id) {
		return nil, "", cli.UsageErrorf("%s has the copies of %s; choose one with --organization", name, organizations(ids))
	}
	m, err := store.OpenExisting(ctx, dsn, id)
	return m, name, explain(err, name)
}

// organizations returns the ids as words.
func organizations(ids []int64) string {
	if len(ids) == 1 {
		return fmt.Sprintf("organization %d", ids[0])
	}
	return "the organizations " + list(ids)
}

// otherSettings says what the copy was made with.
func otherSettings(ctx context.Context, dsn, name string, organization int64) error {
	m, err := store.OpenExisting(ctx, dsn, organization)
	if err != nil {
		return explain(err, name)
	}
	defer m.Close()
	status, err := m.Status(ctx)
	if err != nil {
		return explain(err, name)
	}
	what := fmt.Sprintf("organization %d, made without --redact", organization)
	switch {
	case organization == inventedOrganization:
		what = "an invented park, made with --demo"
	case status.Redact:
		what = fmt.Sprintf("organization %d, made with --redact", organization)
	}
	return cli.UsageErrorf("%s is the copy of %s, and this command asks for something else; use the same settings or another --database", name, what)
}

// explain says what an error of the database means.
func explain(err error, name string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrAddress):
		return cli.UsageErrorf("%w", plainError{err})
	case errors.Is(err, store.ErrRunning):
		return cli.TemporaryError{Text: fmt.Sprintf("another run is at work on %s; try again when it has ended", name)}
	case errors.Is(err, store.ErrNoCopy):
		return cli.UsageErrorf("there is no copy in %s yet; reservations mirror sync makes one", name)
	case errors.Is(err, store.ErrNewerSchema):
		return fmt.Errorf("%s was made by a newer version of this program", name)
	}
	return plainError{err}
}

// plainError is an error without the name of the package that it begins with.
type plainError struct{ cause error }

func (e plainError) Error() string { return strings.TrimPrefix(e.cause.Error(), "mirror: ") }

func (e plainError) Unwrap() error { return e.cause }
