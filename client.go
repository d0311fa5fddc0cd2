// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"unicode"

	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// Version is the version of this SDK, sent in the User-Agent header.
const Version = "0.1.0"

var userAgent = "reservations-go/" + Version + " (" + runtime.Version() + ")"

// Client makes calls to one service. It is safe for concurrent use, and one should serve a whole program: all its
// calls, and those of the clients that [Client.With] gives, share what they learn about the rate limit. Make one
// with [NewClient]; the zero Client is not usable.
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

// service is the type behind every service. Services differ only in their methods.
type service struct{ client *Client }

// NewClient returns a client for the service at baseURL, such as https://example.com/backend, to which the paths of
// the operations are appended. The scheme must be https, except for localhost, 127.0.0.1 and the like, or with
// [WithPlainHTTP]. With [WithAPIKeySource] apiKey is not used. It sends nothing, and fails with a [ParamError] when
// an argument cannot be used.
func NewClient(baseURL, apiKey string, opts ...Option) (c *Client, err error) {
	o, err := newOptions(opts)
	if err == nil {
		c, err = o.newClient("baseURL", baseURL, "apiKey", apiKey)
	}
	return c, asParamError(Operation{Name: "NewClient"}, err)
}

// newClient makes a client of a base URL and a key. In errors the two have the given names.
func (o options) newClient(urlName, baseURL, keyName, apiKey string) (*Client, error) {
	var err error
	if o.config.Base, err = params.BaseURL(baseURL, o.plainHTTP); err != nil {
		return nil, params.Errorf(urlName, "%v", err)
	}
	o.keys.Add(apiKey) // it is a secret even if a source is used in its place
	if o.config.Key == nil {
		if err := params.Key(apiKey); err != nil {
			return nil, params.Errorf(keyName, "%v", err)
		}
		o.config.FixedKey = func() string { return apiKey }
	}
	return o.connect(transport.New), nil
}

// With returns a client for the same service with other options, for example another organization, another key (with
// [WithAPIKeySource]), or other retries, hooks or timeouts. What opts does not set is as in c, which is not changed.
// The two clients share their connections, what they learn about the rate limit, and the bound of
// [WithMaxConcurrency]. So [WithMaxConcurrency], [WithHTTPClient] and [WithPlainHTTP] are a [ParamError] here.
func (c *Client) With(opts ...Option) (*Client, error) {
	o := c.options
	o.shared = true
	if err := apply(&o, opts); err != nil {
		return nil, asParamError(Operation{Name: "With"}, err)
	}
	return o.connect(c.transport.With), nil
}

// connect returns a client whose options have been checked.
func (o options) connect(newTransport func(transport.Config) *transport.Transport) *Client {
	base := o.config.Base
	c := &Client{
		options: o,
		origin:  (&url.URL{Scheme: base.Scheme, Host: base.Host}).String(),
		prefix:  strings.TrimRight(base.EscapedPath(), "/"),
		headers: http.Header{"Accept": {"application/json"}, "User-Agent": {o.userAgent}},
	}
	c.transport = newTransport(o.config)
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

// NewClientFromEnv is [NewClient] with the baseURL and the apiKey in the environment: RESERVATIONS_BASE_URL and,
// unless [WithAPIKeySource] is used, RESERVATIONS_API_KEY, which must be set. RESERVATIONS_ORGANIZATION can be set in
// place of [WithOrganization]. Blanks, line ends and byte-order marks around a value do not belong to it. A
// [ParamError] names the variable. opts count more than the environment.
func NewClientFromEnv(opts ...Option) (*Client, error) {
	c, err := newClientFromEnv(opts)
	return c, asParamError(Operation{Name: "NewClientFromEnv"}, err)
}

func newClientFromEnv(opts []Option) (*Client, error) {
	const urlName, keyName, organizationName = "RESERVATIONS_BASE_URL", "RESERVATIONS_API_KEY", "RESERVATIONS_ORGANIZATION"
	o, err := newOptions(opts)
	if err != nil {
		return nil, err
	}
	base, key := fromEnv(urlName), fromEnv(keyName)
	switch {
	case base == "":
		return nil, params.Errorf(urlName, "is not set in the environment")
	case key == "" && o.config.Key == nil:
		return nil, params.Errorf(keyName, "is not set in the environment")
	}
	if text := fromEnv(organizationName); text != "" {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id <= 0 {
			return nil, params.Errorf(organizationName, "must be a positive id")
		}
		o.organization = cmp.Or(o.organization, id)
	}
	return o.newClient(urlName, base, keyName, key)
}

// fromEnv returns a variable of the environment, without the blanks and byte order marks that editors and shells leave
// around a value.
func fromEnv(name string) string {
	return strings.TrimFunc(os.Getenv(name), func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
}

func (c *Client) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "reservations.Client(%s)", c.origin+c.prefix)
}

func (c *Client) LogValue() slog.Value { return slog.StringValue(c.origin + c.prefix) }
