package reservations

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// parseBase checks the base URL. It quotes nothing of a URL that it refuses, which may
// hold a password.
func parseBase(text string, plainHTTP bool) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "" || strings.HasPrefix(u.Host, ":") || (u.Scheme != "https" && u.Scheme != "http"):
		return nil, invalid("baseURL", "must be an absolute URL such as https://api.example.com")
	case u.User != nil:
		return nil, invalid("baseURL", "must not hold a user name or password")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, invalid("baseURL", "must not hold a query or a fragment")
	case !hasGoodPort(u):
		return nil, invalid("baseURL", "must have a port from 1 to 65535 behind the colon of its host, or no colon")
	case strings.Contains(u.Path, " ") || hasDotSegment(u.Path):
		return nil, invalid("baseURL", "must not hold blanks or the path segments . and ..")
	}
	if name := u.Hostname(); strings.EqualFold(strings.TrimSuffix(name, "."), localhost) {
		// net/http sends every other spelling to a proxy.
		u.Host = localhost + strings.TrimPrefix(u.Host, name)
	}
	if u.Scheme == "http" && !plainHTTP && !isLocal(u.Hostname()) {
		return nil, invalid("baseURL", "must begin with https://, because the API key would travel readable over http; WithPlainHTTP lifts this")
	}
	return u, nil
}

const localhost = "localhost"

// isLocal reports whether a host is this machine. Other names that often lead to it, such
// as localhost.localdomain, are not trusted, because any name server may be asked for them.
func isLocal(host string) bool {
	address, _ := netip.ParseAddr(host) // of another name it is the zero one
	return host == localhost || address.Unmap().IsLoopback()
}

// hasGoodPort reports whether a URL has no port, or one that can be dialled. net/http
// refuses to send to a host that ends with a colon.
func hasGoodPort(u *url.URL) bool {
	port := u.Port()
	number, err := strconv.ParseUint(port, 10, 16)
	return port == "" && !strings.HasSuffix(u.Host, ":") || err == nil && number > 0
}

// hasDotSegment reports whether a path, which is not escaped, leads elsewhere.
func hasDotSegment(path string) bool {
	segments := strings.Split(path, "/")
	return slices.Contains(segments, ".") || slices.Contains(segments, "..")
}
