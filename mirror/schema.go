// SPDX-License-Identifier: MIT

package mirror

import (
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
func (t *tx) makeTables() {
	t.run(t.conn.dialect.lockSchema())
	t.run("CREATE TABLE IF NOT EXISTS mirror_schema (version INTEGER NOT NULL)")
	stored := 0
	query(t, func(version, _ int) { stored = version }, "SELECT version, version FROM mirror_schema")
	if stored > schemaVersion {
		t.fail(fmt.Sprintf("%%w: its schema is version %d, and this program knows version %d", stored, schemaVersion), ErrNewerSchema)
	}
	if stored != 0 {
		return
	}
	statements, err := schemaStatements(t.conn.dialect.schemaNames())
	t.fail("mirror: %w", err)
	for _, statement := range statements {
		t.run(statement)
	}
	t.run("INSERT INTO mirror_schema (version) VALUES (?)", schemaVersion)
}
