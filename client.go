package reservations

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/internal/presence"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// Version is the version of this SDK, sent in the User-Agent header.
const Version = "0.1.0"

var userAgent = "reservations-go/" + Version + " (" + runtime.Version() + ")"

// Client makes calls to one service. It is safe for concurrent use, and one Client should
// serve a whole program: all its calls share what the responses have taught it about the
// rate limit; see [WithMaxConcurrency]. [Client.With] gives a client with other options
// that shares it too. Make one with [NewClient]. The zero Client is not usable.
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

	options   // With begins with them
	transport *transport.Transport
	origin    string          // scheme and host of the base URL
	prefix    string          // path of the base URL, without a slash at the end
	headers   http.Header     // of every request
	sizes     *presence.Sizes // of pages of the night register
}

// NewClient returns a client for the service at baseURL, such as https://api.example.com or
// https://example.com/backend; the paths of the operations are appended to it. The scheme
// must be https, except for a host on this machine or with [WithPlainHTTP]. A host on this
// machine is localhost or an address such as 127.0.0.1 and [::1].
//
// With [WithAPIKeySource] apiKey is not used and may be empty.
//
// It fails with a [ParamError] when the URL, the key or an option cannot be used. It sends
// nothing.
func NewClient(baseURL, apiKey string, opts ...Option) (*Client, error) {
	c, err := newClient(baseURL, apiKey, opts)
	return c, Operation{Name: "NewClient"}.named(err)
}

func newClient(baseURL, apiKey string, opts []Option) (*Client, error) {
	o := defaultOptions()
	if err := o.apply(opts); err != nil {
		return nil, err
	}
	base, err := parseBase(baseURL, o.plainHTTP)
	if err != nil {
		return nil, err
	}
	o.keys.Add(apiKey) // also when a source takes its place: nobody should see it
	if o.key == nil {
		if err := checkKey(apiKey); err != nil {
			return nil, invalid("apiKey", "%v", err)
		}
		o.fixedKey = func() string { return apiKey }
	}
	c := &Client{
		options: o,
		origin:  (&url.URL{Scheme: base.Scheme, Host: base.Host}).String(),
		prefix:  strings.TrimRight(base.EscapedPath(), "/"),
		sizes:   new(presence.Sizes),
	}
	c.connect(transport.Config{Base: base, Client: o.httpClient})
	return c, nil
}

// With returns a client for the same service with other options. What opts does not set is
// as in c. The two clients share their connections and their throttle: what the responses
// to one teach about the rate limit holds for both, and both together have no more requests in
// flight than [WithMaxConcurrency] allowed c. So [WithHTTPClient], [WithMaxConcurrency] and
// [WithPlainHTTP] cannot be used here. The waits after a 429 without a Retry-After remain
// those of the client that made the throttle. c is not changed.
//
// Use it for another organization, another key (with [WithAPIKeySource]), other retries,
// hooks or timeouts. It fails with a [ParamError] when an option cannot be used. It sends
// nothing.
func (c *Client) With(opts ...Option) (*Client, error) {
	o := c.options
	o.derived, o.throttle, o.maxConcurrency = true, c.transport, 0
	if err := o.apply(opts); err != nil {
		return nil, Operation{Name: "With"}.named(err)
	}
	derived := &Client{options: o, origin: c.origin, prefix: c.prefix, sizes: c.sizes}
	derived.connect(transport.Config{Base: c.transport.Base, Client: o.httpClient, Connections: c.transport})
	return derived, nil
}

// connect makes the transport and the services of a client whose options have been checked.
func (c *Client) connect(config transport.Config) {
	config.FixedKey, config.Key, config.Policy = c.fixedKey, c.key, c.retry.policy()
	config.Timeout, config.TimeoutOption = c.timeout, c.timeoutOption
	config.MaxBytes, config.Limiter = c.maxBytes, c.limiter
	config.InFlight, config.IdleConns, config.Throttle = c.maxConcurrency, max(c.maxConcurrency, 8), c.throttle
	c.transport = transport.New(config)
	c.headers = http.Header{"Accept": {"application/json"}, "User-Agent": {c.userAgent}}
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
}

// NewClientFromEnv returns a client with the settings in the environment:
//
//	RESERVATIONS_BASE_URL      required
//	RESERVATIONS_API_KEY       required, unless WithAPIKeySource is used
//	RESERVATIONS_ORGANIZATION  a default for calls that take an organization
//
// opts come after them. It fails like [NewClient].
func NewClientFromEnv(opts ...Option) (*Client, error) {
	c, err := newClientFromEnv(opts)
	return c, Operation{Name: "NewClientFromEnv"}.named(err)
}

func newClientFromEnv(opts []Option) (*Client, error) {
	var o options
	if err := o.apply(opts); err != nil {
		return nil, err
	}
	base, key := os.Getenv("RESERVATIONS_BASE_URL"), os.Getenv("RESERVATIONS_API_KEY")
	switch {
	case base == "":
		return nil, invalid("RESERVATIONS_BASE_URL", "is not set in the environment")
	case key == "" && o.key == nil:
		return nil, invalid("RESERVATIONS_API_KEY", "is not set in the environment")
	}
	if text := os.Getenv("RESERVATIONS_ORGANIZATION"); text != "" {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id <= 0 {
			return nil, invalid("RESERVATIONS_ORGANIZATION", "must be a positive id")
		}
		opts = append([]Option{WithOrganization(id)}, opts...)
	}
	return newClient(base, key, opts)
}

// CloseIdleConnections closes the connections to the service that no request is using.
// Requests in flight go on, and the client can be used afterwards. If [WithHTTPClient] set
// a Transport, its method of the same name is called, so that connections which other
// clients keep there are closed as well; without such a method nothing happens.
func (c *Client) CloseIdleConnections() { c.transport.CloseIdleConnections() }

// Format prints the base URL alone, whatever the verb, so that no secret is printed.
func (c *Client) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "reservations.Client(%s)", c.origin+c.prefix)
}

// LogValue logs the base URL alone.
func (c *Client) LogValue() slog.Value { return slog.StringValue(c.origin + c.prefix) }

// isToken reports whether s can be the name of a header or a method.
func isToken(s string) bool {
	const marks = "!#$%&'*+-.^_`|~"
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(marks, r))
	})
}
