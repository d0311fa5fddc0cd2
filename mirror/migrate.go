// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"text/template"
)

// schemaFiles are the migrations: 0001.sql, 0002.sql and so on, which are never changed once
// they are released. Each is a template in which {{id}}, {{day}} and the like are the types
// of the database.
//
//go:embed schema/*.sql
var schemaFiles embed.FS

// renderMigrations returns the migrations with the names of a dialect.
func renderMigrations(names map[string]any) ([]string, error) {
	funcs := template.FuncMap{}
	for name, value := range names {
		if text, ok := value.(string); ok {
			value = func() string { return text }
		}
		funcs[name] = value
	}
	files, err := fs.Glob(schemaFiles, "schema/*.sql") // in their order
	if err != nil {
		return nil, err
	}
	var migrations []string
	for _, file := range files {
		text, err := schemaFiles.ReadFile(file)
		if err != nil {
			return nil, err
		}
		parsed, err := template.New(file).Funcs(funcs).Parse(string(text))
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		if err := parsed.Execute(&b, nil); err != nil {
			return nil, err
		}
		migrations = append(migrations, strings.ReplaceAll(b.String(), "\r\n", "\n"))
	}
	return migrations, nil
}

// migrate brings the schema to the newest version, which is the number of migrations. All of
// it is one transaction, and whoever else opens the database waits for its end.
func (c *conn) migrate(ctx context.Context, migrations []string) error {
	return c.inTx(ctx, func(t tx) error {
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
		return nil
	})
}
