// SPDX-License-Identifier: MIT

package contract

import (
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestServerRefusesWhatIsNotListed changes one thing at a time in a good request of each operation. The server in memory
// must refuse each of these requests and say what is wrong.
func TestServerRefusesWhatIsNotListed(t *testing.T) {
	t.Parallel()
	eachOperation(load(t), func(o reservations.Operation, op *openapi3.Operation) {
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			srv := serverWith(reservationstest.OneOfEach(sampleID)...)
			doCall(t, sampleCall(t, o, op, false), srv)
			good := srv.Requests()[0]
			if status, text := send(t, good); status != http.StatusOK {
				t.Fatalf("a good request has the response %d: %s", status, text)
			}
			refused := func(want int, change, name string, edit func(*reservationstest.Request)) {
				bad := good
				bad.Query = maps.Clone(good.Query)
				edit(&bad)
				if status, text := send(t, bad); status != want || !strings.Contains(text, name) {
					t.Errorf("%s: the response is %d: %s; openapi.yaml wants it refused with %d and %q in the text", change, status, text, want, name)
				}
			}
			for _, p := range op.Parameters {
				name, schema := p.Value.Name, p.Value.Schema.Value
				if p.Value.In != openapi3.ParameterInQuery {
					if op.Responses.Status(http.StatusNotFound) != nil {
						absent := callOf(t, o.Name)
						absent.ID = 4711
						refused(404, "an id that no record has, which held of package reservationstest refuses", "4711", func(r *reservationstest.Request) { r.Path = absent.Path() })
					}
					continue
				}
				if p.Value.Required {
					refused(400, "without "+name, name, func(r *reservationstest.Request) { r.Query.Del(name) })
				}
				if takesAnyText(schema) {
					continue
				}
				refused(400, name+"=odd, of the format "+schema.Format+" which may want a tag", name, func(r *reservationstest.Request) { r.Query.Set(name, "odd") })
			}
			refused(400, "a parameter that is not listed", "notListed", func(r *reservationstest.Request) { r.Query.Set("notListed", "1") })
			body := `[7]` // not an object
			if op.RequestBody == nil {
				body = `{}`
			}
			refused(400, "the body "+body, "body", func(r *reservationstest.Request) { r.Body = []byte(body) })
		})
	})
}

func takesAnyText(schema *openapi3.Schema) bool {
	if schema.Type.Is(openapi3.TypeArray) {
		return takesAnyText(schema.Items.Value)
	}
	return schema.Type.Is(openapi3.TypeString) && schema.Enum == nil && (schema.Format == "" || schema.Format == "password")
}

// send sends a request to a new server, and returns the status and the body of the response.
func send(t *testing.T, r reservationstest.Request) (int, string) {
	t.Helper()
	target := "https://api.example.com" + r.Path + "?" + r.Query.Encode()
	req, err := http.NewRequestWithContext(t.Context(), r.Method, target, strings.NewReader(string(r.Body)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Api-Key", reservationstest.Key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := serverWith(reservationstest.OneOfEach(sampleID)...).RoundTrip(req)
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
