// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"time"
)

// SetClock replaces the clock of this computer.
func (m *Mirror) SetClock(now func() time.Time) { m.now = now }

// NewestSchema returns the number of migrations.
var NewestSchema = newestSchema

// MakeVersion makes an empty copy as a program made it that knew the migrations up to version.
func MakeVersion(ctx context.Context, dsn string, version int) error {
	d, err := dialectOf(dsn)
	if err != nil {
		return err
	}
	migrations, err := d.migrations()
	if err != nil {
		return err
	}
	m := &Mirror{dialect: undescribed{d}, config: Config{DatabaseTimeout: time.Minute}}
	m, err = m.open(ctx, func(ctx context.Context, c *conn) error { return c.migrate(ctx, migrations[:version]) })
	if err != nil {
		return err
	}
	return m.Close()
}

// undescribed leaves out the descriptions, which are those of the newest version.
type undescribed struct{ dialect }

func (undescribed) describe(context.Context, tx) error { return nil }

// Descriptions returns what the tables and views and their columns are, by names such as reservations.id.
func Descriptions() map[string]string {
	all := map[string]string{}
	for _, d := range descriptions() {
		all[d.name] = d.text
		for column, text := range d.columns {
			all[d.name+"."+column] = text
		}
	}
	return all
}
