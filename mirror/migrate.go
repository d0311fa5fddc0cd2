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

// schemaFiles are the migrations. A migration that was released is never changed. The first one is 0001.sql; others
// have up to three files for each database, in this order: 0002.sql; one for this database, such as 0002.sqlite.sql;
// and 0002.views.sql. Each file is a template in which {{id}}, {{day}} and similar names stand for types of the
// database. A migration that replaces a view has to keep its option security_invoker, which users can set as in the
// README, and which CREATE OR REPLACE VIEW resets.
//
//go:embed schema/*.sql
var schemaFiles embed.FS

// renderMigrations returns the migrations of a dialect, in their order. The names of the files of the dialect contain
// its name. names are the functions of the templates: texts, or functions that return a text.
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

// renderFile appends the statements of a file. It does nothing if there is no such file.
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

// newestSchema returns the number of migrations from the names of their files, so that Open need not render them.
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

// migrate brings the schema to the newest version, which is the number of migrations, in one
// transaction. Another program that migrates the database waits until it ends.
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
