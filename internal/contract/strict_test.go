// SPDX-License-Identifier: MIT

package contract

import (
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestServerRefusesWhatIsNotListed changes a good request of each operation in one point
// after the other. The server in memory has to say which.
func TestServerRefusesWhatIsNotListed(t *testing.T) {
	t.Parallel()
	s := newSampler(t)
	eachOperation(load(t), func(o reservations.Operation, op *openapi3.Operation) {
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			good := requestOf(t, s, o.Name)
			if status, text := good.send(t); status != http.StatusOK {
				t.Fatalf("a good request has the response %d: %s", status, text)
			}
			for _, p := range op.Parameters {
				if p.Value.In != openapi3.ParameterInQuery {
					if op.Responses.Status(http.StatusNotFound) != nil {
						good.withID(o.Path, "4711").refused(t, http.StatusNotFound, "an id that no record has", "4711")
					}
					continue
				}
				if p.Value.Required {
					good.without(p.Value.Name).refused(t, http.StatusBadRequest, "without "+p.Value.Name, p.Value.Name)
				}
				if bad := badValue(p.Value.Schema.Value); bad != "" {
					change := p.Value.Name + "=" + bad
					if p.Value.Schema.Value.Format == "date" {
						change += " (its field needs the tag format:\"date\")"
					}
					good.with(p.Value.Name, bad).refused(t, http.StatusBadRequest, change, p.Value.Name)
				}
			}
			good.with("notListed", "1").refused(t, http.StatusBadRequest, "a parameter that is not listed", "notListed")
			if op.RequestBody == nil {
				good.body = `{}`
				good.refused(t, http.StatusBadRequest, "a body where none is listed", "body")
				return
			}
			good.body = `[7]`
			good.refused(t, http.StatusBadRequest, "a body that is no object", "body")
		})
	})
}

// badValue returns a value that a schema does not allow, or "" when it allows any text.
func badValue(schema *openapi3.Schema) string {
	switch {
	case schema.Type.Is(openapi3.TypeArray):
		return badValue(schema.Items.Value)
	case schema.Type.Is(openapi3.TypeString) && schema.Enum == nil && (schema.Format == "" || schema.Format == "password"):
		return ""
	}
	return "odd"
}

// A request is what the client sends for an operation, to be changed.
type request struct {
	method, path string
	query        url.Values
	body         string
}

// requestOf returns the request with the required params and fields alone.
func requestOf(t *testing.T, s sampler, operation string) request {
	t.Helper()
	var sent request
	recorder := &recorder{next: stocked(t), sent: &sent}
	s.call(t, operation, &validator{t: t, next: recorder})
	return sent
}

// stocked returns a server that has a record of each type and a full register.
func stocked(t *testing.T) *reservationstest.Server {
	t.Helper()
	srv := reservationstest.NewServer(reservationstest.WithBookings(presentReservation(t)))
	srv.Put(reservationstest.OfReservation(number(t), reservationstest.OneOfEach(number(t))...))
	return srv
}

type recorder struct {
	next http.RoundTripper
	sent *request
}

func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	*r.sent = request{req.Method, req.URL.EscapedPath(), req.URL.Query(), ""}
	if req.Body != nil {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		r.sent.body, req.Body = string(body), io.NopCloser(strings.NewReader(string(body)))
	}
	return r.next.RoundTrip(req)
}

func (r request) without(name string) request {
	r.query = maps.Clone(r.query)
	r.query.Del(name)
	return r
}

func (r request) with(name, value string) request {
	r.query = maps.Clone(r.query)
	r.query[name] = []string{value}
	return r
}

func (r request) withID(template, id string) request {
	r.path = strings.Replace(template, "{id}", id, 1)
	return r
}

// send returns the status and the body of the response of a new server.
func (r request) send(t *testing.T) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), r.method, "https://api.example.com"+r.path+"?"+r.query.Encode(), strings.NewReader(r.body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Api-Key", reservationstest.Key)
	if r.body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := stocked(t).RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// refused demands a response with this status that names what is wrong.
func (r request) refused(t *testing.T, want int, change, name string) {
	t.Helper()
	if status, text := r.send(t); status != want || !strings.Contains(text, name) {
		t.Errorf("%s: the response is %d: %s; openapi.yaml wants it refused with %d and %q in the text",
			change, status, strings.TrimSpace(text), want, name)
	}
}
