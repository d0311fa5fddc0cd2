// SPDX-License-Identifier: MIT

package params

import (
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// BaseURL parses and checks a base URL. Its errors do not show the URL, because it may hold a password.
func BaseURL(text string, plainHTTP bool) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || !isAbsolute(u):
		return nil, errors.New("must be an absolute URL such as https://api.example.com")
	case u.User != nil:
		return nil, errors.New("must not hold a user name or password")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, errors.New("must not hold a query or a fragment")
	case !isPortValid(u):
		return nil, errors.New("must have a port from 1 to 65535 after the colon of its host, or no colon")
	case strings.Contains(u.Path, " ") || hasDotSegment(u.Path):
		return nil, errors.New("must not hold blanks, or . and .. as path segments")
	}
	if name := u.Hostname(); strings.EqualFold(strings.TrimSuffix(name, "."), localhost) {
		// For localhost, net/http uses no proxy. For other spellings, such as LOCALHOST, it would use one.
		u.Host = localhost + strings.TrimPrefix(u.Host, name)
	}
	if u.Scheme == "http" && !plainHTTP && !isLocal(u.Hostname()) {
		return nil, errors.New("must begin with https://, " +
			"because the API key would travel readable over http; WithPlainHTTP lifts this")
	}
	return u, nil
}

const localhost = "localhost"

// isAbsolute reports whether a URL begins with https or http, and has a host.
func isAbsolute(u *url.URL) bool {
	return (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != ""
}

// isLocal reports whether a host is this machine, such as localhost, 127.0.0.1 or ::1. It returns false for other names,
// such as localhost.localdomain, because a name server may give them any address.
func isLocal(host string) bool {
	address, _ := netip.ParseAddr(host) // for a name, the zero Addr, which is no loopback address
	return host == localhost || address.Unmap().IsLoopback()
}

// isPortValid reports whether a URL has no port, or a port from 1 to 65535. It returns false for a colon without a port, as in
// https://example.com:/api, because net/http drops the colon, and the client sends a request only to the host of the base URL.
func isPortValid(u *url.URL) bool {
	port := u.Port()
	number, err := strconv.ParseUint(port, 10, 16)
	return port == "" && !strings.HasSuffix(u.Host, ":") || err == nil && number > 0
}

// hasDotSegment reports whether an unescaped path has a segment "." or "..", which leads to another path.
func hasDotSegment(path string) bool {
	segments := strings.Split(path, "/")
	return slices.Contains(segments, ".") || slices.Contains(segments, "..")
}
