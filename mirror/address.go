// SPDX-License-Identifier: MIT

package mirror

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// ErrAddress means that the address of a database is neither the address of a PostgreSQL database nor the name of an
// SQLite file. Nothing was opened or made. The error contains no part of the address, because after a typing error the
// password can be anywhere in it.
var ErrAddress = errors.New("mirror: the address of the database cannot be used")

var (
	errNoAddress = fmt.Errorf("%w: it is neither postgres://user:password@host:port/database nor the name of an"+
		" SQLite file, which ends in .db, .sqlite or .sqlite3, or has sqlite: before it, and has none of : ? @ ="+
		" and no quotation marks", ErrAddress)
	errPostgresAddress = fmt.Errorf("%w: the address of a PostgreSQL database has the form"+
		" postgres://user:password@host:port/database, with %%XX for special characters", ErrAddress)
)

// addressFaults says what is wrong when the text of an error ends with something. The error itself can quote a part of
// the password.
var addressFaults = []struct{ says, means string }{
	{"invalid port", "a port is a number from 1 to 65535"},
	{"sslmode is invalid", "sslmode is one of disable, allow, prefer, require, verify-ca and verify-full"},
	{"CA file", "the file of sslrootcert cannot be read"},
	{"CA to cert pool", "the file of sslrootcert has no certificate"},
	{"sslkey", "the files of sslcert and sslkey cannot be used"},
	{" cert", "the files of sslcert and sslkey cannot be used"},
	{"connect_timeout", "connect_timeout is a number of seconds"},
}

// faultOf returns what is wrong with the address of a PostgreSQL database that cannot be read.
func faultOf(err error) error {
	text := err.Error()
	text = text[strings.LastIndex(text, "`:")+1:] // the address is before it
	for _, fault := range addressFaults {
		if strings.Contains(text, fault.says) {
			return fmt.Errorf("%w: %s", ErrAddress, fault.means)
		}
	}
	return errPostgresAddress
}

var (
	aPath     = regexp.MustCompile(`^([A-Za-z]:[\\/])?[\pL\pM\pN _.,~%&+()\[\]'/\\-]+$`)
	aFileName = regexp.MustCompile(`(?i)\.(db|db3|sqlite|sqlite3)$`)
	// aPlace is user:password@host:port/database?parameters. It does not match if the password has an @, /, ? or # that is
	// not written as %XX: a part of such a password would be read as the host or the database.
	aPlace = regexp.MustCompile(`^([^@/?#]*@)?[^@/?]*(/[^@/?]*)?(\?[^@]*)?$`)
	aHost  = regexp.MustCompile(`^[\pL\pN._:-]+$|^/`) // a name, an IP address, or the folder of a socket
)

// dialectOf returns the database that an address names. It rejects an address that is not certainly one, because it
// would otherwise make a file whose name contains a password.
func dialectOf(address string) (dialect, error) {
	scheme, rest, _ := strings.Cut(address, ":")
	path, isFile := address, aFileName.MatchString(address)
	switch strings.ToLower(scheme) {
	case "postgres", "postgresql":
		return postgresOf(rest)
	case "sqlite":
		path, isFile = rest, true
		if strings.HasPrefix(rest, "///") { // as in a URL, whose host is empty
			path = rest[2:]
		}
	}
	if !isFile || !aPath.MatchString(path) || strings.HasPrefix(path, "//") || strings.Trim(path, " '") != path {
		return nil, errNoAddress
	}
	return sqlite{path}, nil
}

// postgresOf returns the database of an address without its scheme.
func postgresOf(rest string) (dialect, error) {
	place, isWhole := strings.CutPrefix(rest, "//")
	isHidden := func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }
	if !isWhole || !aPlace.MatchString(place) || strings.ContainsFunc(place, isHidden) {
		return nil, errPostgresAddress
	}
	config, err := pgx.ParseConfig("postgres://" + place)
	if err != nil {
		return nil, faultOf(err)
	}
	config.AfterConnect = prepare
	hosts := append([]*pgconn.FallbackConfig{{Host: config.Host}}, config.Fallbacks...)
	for _, host := range hosts {
		if !aHost.MatchString(host.Host) {
			return nil, errPostgresAddress
		}
	}
	return postgres{config: config}, nil
}
