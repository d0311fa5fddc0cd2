// SPDX-License-Identifier: MIT

package mirror

import "context"

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
	m := &Mirror{dialect: d}
	m, err = m.open(ctx, func(ctx context.Context, c *conn) error { return c.migrate(ctx, migrations[:version]) })
	if err != nil {
		return err
	}
	return m.Close()
}
