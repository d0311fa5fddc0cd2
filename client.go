// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/internal/transport"
)

// Version is the version of this SDK, sent in the User-Agent header.
const Version = "0.1.0"

var userAgent = "reservations-go/" + Version + " (" + runtime.Version() + ")"

// Client makes calls to one service. It is safe for concurrent use, and one Client should serve a
// whole program: all its calls, and those of the clients that [Client.With] gives, share what the
// responses teach about the rate limit. Make one with [NewClient]. The zero Client is not usable.
type Client struct {
	Reservations   *ReservationsService   // reservations with their additional guests, groups and discount codes
	Guests         *GuestsService         // persons and organizations that book
	Accommodations *AccommodationsService // units, categories, facilities and camping equipment
	Supplements    *SupplementsService    // what can be booked in addition to a stay
	Transactions   *TransactionsService   // payments and refunds
	TaxProfiles    *TaxProfilesService    // tax rates
	Tasks          *TasksService          // tasks and the staff members who do them
	Reports        *ReportsService        // the night register and the readings of utility meters
	Webhooks       *WebhooksService       // webhooks and their events
	VoIP           *VoIPService           // events of a telephone exchange

	options   // Client.With starts from a copy of them
	transport *transport.Transport
	origin    string      // scheme and host of the base URL
	prefix    string      // path of the base URL, without a slash at the end
	headers   http.Header // of every request
}

// NewClient returns a client for the service at baseURL, such as https://api.example.com or
// https://example.com/backend; the paths of the operations are appended to it. The scheme
// must be https, except for a host on this machine or with [WithPlainHTTP]. A host on this
// machine is localhost or an address such as 127.0.0.1 and [::1].
//
// With [WithAPIKeySource] apiKey is not used and may be empty.
//
// It fails with a [ParamError] when the URL, the key or an option cannot be used. It sends nothing.
func NewClient(baseURL, apiKey string, opts ...Option) (*Client, error) {
	o, err := newOptions(Operation{Name: "NewClient"}, opts)
	if err != nil {
		return nil, err
	}
	return o.newClient(baseURL, apiKey)
}

func (o options) newClient(baseURL, apiKey string) (*Client, error) {
	var err error
	if o.config.Base, err = parseBase(baseURL, o.plainHTTP); err != nil {
		return nil, o.paramError("baseURL", "%v", err)
	}
	o.keys.Add(apiKey) // it is a secret even if a source is used in its place
	if o.config.Key == nil {
		if err := checkKey(apiKey); err != nil {
			return nil, o.paramError("apiKey", "%v", err)
		}
		o.config.FixedKey = func() string { return apiKey }
	}
	return o.connect(), nil
}

// With returns a client for the same service with other options, for example another organization,
// another key (with [WithAPIKeySource]), or other retries, hooks or timeouts. What opts does not set
// is as in c, which is not changed. It fails with a [ParamError] when an option cannot be used.
//
// The two clients share their connections and their throttle: what the responses to one teach about
// the rate limit holds for both, and both together have no more requests in flight than
// [WithMaxConcurrency] allowed c. So [WithHTTPClient], [WithMaxConcurrency] and [WithPlainHTTP]
// cannot be used here. The waits after a 429 without a Retry-After remain those of the client that
// made the throttle.
func (c *Client) With(opts ...Option) (*Client, error) {
	o := c.options
	o.op = Operation{Name: withName}
	o.config.Throttle, o.config.Connections = c.transport, c.transport
	if err := apply(o.op, &o, opts); err != nil {
		return nil, err
	}
	return o.connect(), nil
}

// connect returns a client whose options have been checked.
func (o options) connect() *Client {
	const defaultConcurrency = 8
	base := o.config.Base
	c := &Client{
		options: o,
		origin:  (&url.URL{Scheme: base.Scheme, Host: base.Host}).String(),
		prefix:  strings.TrimRight(base.EscapedPath(), "/"),
		headers: http.Header{"Accept": {"application/json"}, "User-Agent": {o.userAgent}},
	}
	o.config.InFlight = cmp.Or(o.config.InFlight, defaultConcurrency)
	c.transport = transport.New(o.config)
	c.Reservations = &ReservationsService{c}
	c.Guests = &GuestsService{c}
	c.Accommodations = &AccommodationsService{c}
	c.Supplements = &SupplementsService{c}
	c.Transactions = &TransactionsService{c}
	c.TaxProfiles = &TaxProfilesService{c}
	c.Tasks = &TasksService{c}
	c.Reports = &ReportsService{c}
	c.Webhooks = &WebhooksService{c}
	c.VoIP = &VoIPService{c}
	return c
}

// NewClientFromEnv returns a client with the settings in the environment:
//
//	RESERVATIONS_BASE_URL      required
//	RESERVATIONS_API_KEY       required, unless WithAPIKeySource is used
//	RESERVATIONS_ORGANIZATION  a default for calls that take an organization
//
// opts count more than the environment. It fails like [NewClient], and with a [ParamError] when a required
// variable is not set.
func NewClientFromEnv(opts ...Option) (*Client, error) {
	o, err := newOptions(Operation{Name: "NewClientFromEnv"}, opts)
	if err != nil {
		return nil, err
	}
	base, key := os.Getenv("RESERVATIONS_BASE_URL"), os.Getenv("RESERVATIONS_API_KEY")
	switch {
	case base == "":
		return nil, o.paramError("RESERVATIONS_BASE_URL", "is not set in the environment")
	case key == "" && o.config.Key == nil:
		return nil, o.paramError("RESERVATIONS_API_KEY", "is not set in the environment")
	}
	if text := os.Getenv("RESERVATIONS_ORGANIZATION"); text != "" {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id <= 0 {
			return nil, o.paramError("RESERVATIONS_ORGANIZATION", "must be a positive id")
		}
		o.organization = cmp.Or(o.organization, id)
	}
	return o.newClient(base, key)
}

// CloseIdleConnections closes the connections to the service that no request is using. The client
// can be used afterwards. If [WithHTTPClient] set a Transport, its method of the same name is called,
// which closes the connections of its other clients as well; without such a method nothing happens.
func (c *Client) CloseIdleConnections() { c.transport.CloseIdleConnections() }

// Format prints the base URL alone, whatever the verb, so that no secret is printed.
func (c *Client) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "reservations.Client(%s)", c.origin+c.prefix)
}

// LogValue logs the base URL alone.
func (c *Client) LogValue() slog.Value { return slog.StringValue(c.origin + c.prefix) }

// parseBase checks the base URL. Its errors do not quote the URL, because that may hold a password.
func parseBase(text string, plainHTTP bool) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || !isAbsolute(u):
		return nil, errors.New("must be an absolute URL such as https://api.example.com")
	case u.User != nil:
		return nil, errors.New("must not hold a user name or password")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, errors.New("must not hold a query or a fragment")
	case !hasGoodPort(u):
		return nil, errors.New("must have a port from 1 to 65535 after the colon of its host, or no colon")
	case strings.Contains(u.Path, " ") || hasDotSegment(u.Path):
		return nil, errors.New("must not hold blanks, or . and .. as path segments")
	}
	if name := u.Hostname(); strings.EqualFold(strings.TrimSuffix(name, "."), localhost) {
		// net/http would send a request for any other spelling to a proxy.
		u.Host = localhost + strings.TrimPrefix(u.Host, name)
	}
	if u.Scheme == "http" && !plainHTTP && !isLocal(u.Hostname()) {
		return nil, errors.New("must begin with https://, " +
			"because the API key would travel readable over http; WithPlainHTTP lifts this")
	}
	return u, nil
}

// checkKey refuses a key that cannot be sent, without showing it.
func checkKey(key string) error {
	switch {
	case key == "":
		return errors.New("must not be empty")
	case !isHeaderValue(key):
		return errors.New("must be printable ASCII without blanks at its ends")
	}
	return nil
}

const localhost = "localhost"

func isAbsolute(u *url.URL) bool {
	return (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && !strings.HasPrefix(u.Host, ":")
}

// isLocal reports whether a host is this machine. Other names that often lead to it, such
// as localhost.localdomain, are not trusted, because any name server may be asked for them.
func isLocal(host string) bool {
	address, _ := netip.ParseAddr(host) // the zero Addr for a name, which is no loopback address
	return host == localhost || address.Unmap().IsLoopback()
}

// hasGoodPort reports whether a URL has no port, or one that can be dialled. net/http
// refuses to send to a host that ends with a colon.
func hasGoodPort(u *url.URL) bool {
	port := u.Port()
	number, err := strconv.ParseUint(port, 10, 16)
	return port == "" && !strings.HasSuffix(u.Host, ":") || err == nil && number > 0
}

// hasDotSegment reports whether a path that is not escaped has a segment . or .., which leads elsewhere.
func hasDotSegment(path string) bool {
	segments := strings.Split(path, "/")
	return slices.Contains(segments, ".") || slices.Contains(segments, "..")
}
