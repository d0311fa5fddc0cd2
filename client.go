package reservations

import (
	"fmt"
	"log/slog"
	"net"
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

// Client makes calls to one service with one API key. It is safe for concurrent use,
// and one Client should serve a whole program: all its calls share what the responses
// have taught it about the rate limit; see [WithMaxConcurrency]. Make one with
// [NewClient]. The zero Client is not usable.
type Client struct {
	Reservations   *ReservationsService
	Guests         *GuestsService
	Accommodations *AccommodationsService
	Supplements    *SupplementsService
	Transactions   *TransactionsService
	TaxProfiles    *TaxProfilesService
	Tasks          *TasksService
	Reports        *ReportsService
	Webhooks       *WebhooksService
	VoIP           *VoIPService

	transport      *transport.Transport
	origin         string // scheme and host of the base URL
	prefix         string // path of the base URL, without a slash at the end
	secret         func() string
	organization   int64
	maxConcurrency int
	sizes          presence.Sizes // of pages of the night register
	userAgent      string
	logger         *slog.Logger
	hooks          Hooks
}

// NewClient returns a client for the service at baseURL, such as
// https://api.example.com or https://example.com/backend; the paths of the operations
// are put behind it. It fails with a [ParamError] when the URL, the key or an option
// cannot be used. It sends nothing.
//
// The scheme must be https, except for a host on this machine or with [WithPlainHTTP].
func NewClient(baseURL, apiKey string, opts ...Option) (*Client, error) {
	c, err := newClient(baseURL, apiKey, opts)
	return c, Operation{Name: "NewClient"}.named(err)
}

func newClient(baseURL, apiKey string, opts []Option) (*Client, error) {
	o := defaultOptions()
	for i, opt := range opts {
		if opt == nil {
			return nil, invalid("opts", "holds a nil option at index %d", i)
		}
		if err := opt(&o); err != nil {
			return nil, err
		}
	}
	base, err := parseBase(baseURL, o.plainHTTP)
	if err != nil {
		return nil, err
	}
	if apiKey == "" {
		return nil, invalid("apiKey", "must not be empty")
	}
	if !isHeaderValue(apiKey) {
		return nil, invalid("apiKey", "holds blanks at its ends, a line break or another character that cannot stand in a header")
	}
	c := &Client{
		transport: transport.New(transport.Config{
			Base: base, Key: apiKey, Client: o.httpClient, Timeout: o.timeout, Policy: o.retry.policy(),
			MaxBytes: o.maxBytes, Limiter: o.limiter, InFlight: o.maxConcurrency, IdleConns: max(o.maxConcurrency, 8),
		}),
		origin:         (&url.URL{Scheme: base.Scheme, Host: base.Host}).String(),
		prefix:         strings.TrimSuffix(base.EscapedPath(), "/"),
		secret:         func() string { return apiKey },
		organization:   o.organization,
		maxConcurrency: o.maxConcurrency,
		userAgent:      o.userAgent,
		logger:         o.logger,
		hooks:          o.hooks,
	}
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
	return c, nil
}

// NewClientFromEnv returns a client for RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY.
// If RESERVATIONS_ORGANIZATION is set, it is the default organization; the options
// come after it.
func NewClientFromEnv(opts ...Option) (*Client, error) {
	c, err := newClientFromEnv(opts)
	return c, Operation{Name: "NewClientFromEnv"}.named(err)
}

func newClientFromEnv(opts []Option) (*Client, error) {
	for _, name := range []string{"RESERVATIONS_BASE_URL", "RESERVATIONS_API_KEY"} {
		if os.Getenv(name) == "" {
			return nil, invalid(name, "is not set in the environment")
		}
	}
	if text := os.Getenv("RESERVATIONS_ORGANIZATION"); text != "" {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id <= 0 {
			return nil, invalid("RESERVATIONS_ORGANIZATION", "must be a positive id")
		}
		opts = append([]Option{WithOrganization(id)}, opts...)
	}
	return newClient(os.Getenv("RESERVATIONS_BASE_URL"), os.Getenv("RESERVATIONS_API_KEY"), opts)
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

// parseBase checks the base URL. It quotes nothing of a URL that it refuses, which may
// hold a password.
func parseBase(text string, plainHTTP bool) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Opaque != "" || u.Hostname() == "" || (u.Scheme != "https" && u.Scheme != "http"):
		return nil, invalid("baseURL", "must be an absolute URL such as https://api.example.com")
	case u.User != nil:
		return nil, invalid("baseURL", "must not hold a user name or password")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, invalid("baseURL", "must not hold a query or a fragment")
	case u.Scheme == "http" && !plainHTTP && !isLoopback(u.Hostname()):
		return nil, invalid("baseURL", "must begin with https://, because the API key would travel readable over http; WithPlainHTTP lifts this")
	}
	return u, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// isToken reports whether s can be the name of a header or a method.
func isToken(s string) bool {
	const marks = "!#$%&'*+-.^_`|~"
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(marks, r))
	})
}
