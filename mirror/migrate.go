// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"text/template"
)

// schemaFiles are the migrations, which are never changed once they are released. The first one is 0001.sql, and
// others have up to three files: 0002.sql; one for a database, such as 0002.sqlite.sql; and 0002.views.sql, which
// comes last. Each is a template in which {{id}}, {{day}} and the like are the types of the database. A migration that
// replaces a view has to keep security_invoker, which CREATE OR REPLACE VIEW resets and the README sets.
//
//go:embed schema/*.sql
var schemaFiles embed.FS

// renderMigrations returns the migrations of a dialect, the name of which is in the names of its files, with its
// names of types.
func renderMigrations(dialect string, names map[string]any) ([]string, error) {
	funcs := template.FuncMap{}
	for name, value := range names {
		if text, ok := value.(string); ok {
			value = func() string { return text }
		}
		funcs[name] = value
	}
	var migrations []string
	for {
		number := fmt.Sprintf("schema/%04d.", len(migrations)+1)
		var b strings.Builder
		for _, name := range []string{number + "sql", number + dialect + ".sql", number + "views.sql"} {
			if err := renderFile(&b, name, funcs); err != nil {
				return nil, err
			}
		}
		if b.Len() == 0 {
			return migrations, nil
		}
		migrations = append(migrations, b.String())
	}
}

// renderFile appends what is in a file, if there is one.
func renderFile(b *strings.Builder, name string, funcs template.FuncMap) error {
	text, err := schemaFiles.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	parsed, err := template.New(name).Funcs(funcs).Parse(strings.ReplaceAll(string(text), "\r\n", "\n"))
	if err != nil {
		return err
	}
	return parsed.Execute(b, nil)
}

// newestSchema returns the number of migrations.
func newestSchema() int {
	files, err := schemaFiles.ReadDir("schema") // in their order
	if err != nil {
		return 0
	}
	number, _, _ := strings.Cut(files[len(files)-1].Name(), ".")
	newest, err := strconv.Atoi(number)
	if err != nil {
		return 0
	}
	return newest
}

// migrate brings the schema to the newest version, which is the number of migrations. All of
// it is one transaction, and whoever else opens the database waits for its end.
func (c *conn) migrate(ctx context.Context, migrations []string) error {
	return c.inTx(ctx, func(ctx context.Context, t tx) error {
		if err := c.dialect.lockMigrations(ctx, t); err != nil {
			return err
		}
		if _, err := t.exec(ctx, "CREATE TABLE IF NOT EXISTS mirror_schema (version INTEGER NOT NULL)"); err != nil {
			return err
		}
		var version int
		if err := t.QueryRowContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM mirror_schema").Scan(&version); err != nil {
			return fmt.Errorf("mirror: %w", err)
		}
		if version > len(migrations) {
			return fmt.Errorf("%w: its schema is version %d, and this program knows version %d", ErrNewerSchema, version, len(migrations))
		}
		if version == len(migrations) {
			return nil
		}
		for _, migration := range migrations[version:] {
			for statement := range strings.SplitSeq(migration, ";\n") {
				if strings.TrimSpace(statement) == "" {
					continue
				}
				if _, err := t.exec(ctx, statement); err != nil {
					return fmt.Errorf("mirror: the migration to version %d failed: %w", version+1, err)
				}
			}
			version++
			if _, err := t.exec(ctx, "INSERT INTO mirror_schema (version) VALUES (?)", version); err != nil {
				return err
			}
		}
		return c.dialect.describe(ctx, t)
	})
}
