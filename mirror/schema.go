// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	_ "embed" // for schemaText
	"fmt"
	"strings"
	"text/template"
)

// schemaText has the statements that make the tables and views. It is a template, in which {{id}}, {{day}} and similar
// names stand for types of the database.
//
//go:embed schema.sql
var schemaText string

// schemaVersion is the version of the tables, which mirror_schema holds.
const schemaVersion = 1

// schemaStatements returns the statements of a dialect. names are the functions of the template: texts, or functions
// that return a text.
func schemaStatements(names map[string]any) ([]string, error) {
	funcs := template.FuncMap{}
	for name, value := range names {
		if text, ok := value.(string); ok {
			value = func() string { return text }
		}
		funcs[name] = value
	}
	parsed, err := template.New("schema.sql").Funcs(funcs).Parse(strings.ReplaceAll(schemaText, "\r\n", "\n"))
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := parsed.Execute(&b, nil); err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSpace(b.String()), ";\n"), nil
}

// makeTables makes the tables in an empty database, and fails with ErrNewerSchema if there are those of a newer version.
// Other programs that open the database wait until the transaction ends.
func (t tx) makeTables(ctx context.Context) error {
	if _, err := t.exec(ctx, t.conn.dialect.lockSchema()); err != nil {
		return err
	}
	if _, err := t.exec(ctx, "CREATE TABLE IF NOT EXISTS mirror_schema (version INTEGER NOT NULL)"); err != nil {
		return err
	}
	var version int
	if err := t.QueryRowContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM mirror_schema").Scan(&version); err != nil {
		return fmt.Errorf("mirror: %w", err)
	}
	switch {
	case version > schemaVersion:
		return fmt.Errorf("%w: its schema is version %d, and this program knows version %d", ErrNewerSchema, version, schemaVersion)
	case version == schemaVersion:
		return nil
	}
	statements, err := schemaStatements(t.conn.dialect.schemaNames())
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if _, err := t.exec(ctx, statement); err != nil {
			return fmt.Errorf("mirror: the tables cannot be made: %w", err)
		}
	}
	_, err = t.exec(ctx, "INSERT INTO mirror_schema (version) VALUES (?)", schemaVersion)
	return err
}
