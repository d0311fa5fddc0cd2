// SPDX-License-Identifier: MIT

package mirror

import (
	_ "embed" // for schemaText
	"fmt"
	"strings"
	"text/template"
)

// schemaText has the statements that make the tables and views. It is a template, in which {{id}}, {{day}} and similar
// names stand for texts of dialect.schemaNames, and {{columns}} for the columns of the fields of a record.
//
//go:embed schema.sql
var schemaText string

// schemaVersion is the version of the tables, which mirror_schema holds.
const schemaVersion = 1

// schemaStatements returns the statements of a dialect.
func schemaStatements(names map[string]string) ([]string, error) {
	funcs := template.FuncMap{
		"columns": func(table string) string { return shapes[table].declared(names) },
		"lines":   func() []string { return lineNames },
	}
	for name, text := range names {
		funcs[name] = func(column ...string) string { return expand(text, column...) }
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

// expand puts the name of a column, if there is one, in place of each x.
func expand(text string, column ...string) string {
	return strings.ReplaceAll(text, "x", strings.Join(column, ""))
}

// hasTables reports whether the tables have been made, and fails with ErrNewerSchema if a newer version has made them. It
// looks in the schema in which new tables are made, and in no other one of the search path.
func (t *tx) hasTables() bool {
	tables := 0
	query(t, func(n, _ int) { tables = n }, "SELECT COUNT(*), 0 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'mirror_schema'")
	if tables == 0 {
		return false
	}
	query(t, func(version, _ int) {
		if version > schemaVersion {
			t.fail(fmt.Sprintf("%%w: its schema is version %d, and this program knows version %d", version, schemaVersion), ErrNewerSchema)
		}
	}, "SELECT version, version FROM mirror_schema")
	return true
}

func (t *tx) makeTables() {
	statements, err := schemaStatements(t.conn.dialect.schemaNames())
	t.fail("mirror: %w", err)
	for _, statement := range append(statements, "CREATE TABLE mirror_schema (version INTEGER NOT NULL)") {
		t.run(statement)
	}
	t.run("INSERT INTO mirror_schema (version) VALUES (?)", schemaVersion)
}
