// SPDX-License-Identifier: MIT

package arrivals

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jarcoal/httpmock"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

const (
	baseURL      = "https://api.example.com"
	summariesURL = baseURL + "/api/reservations/summaries"
)

// mocked returns a client with a mock of its own, so that tests run in parallel. A request
// without a responder fails, and the error of the client names its method and path.
func mocked(t *testing.T) (*reservations.Client, *httpmock.MockTransport) {
	t.Helper()
	mock := httpmock.NewMockTransport()
	client, err := reservations.NewClient(baseURL, "key",
		reservations.WithHTTPClient(&http.Client{Transport: mock}), reservations.WithOrganization(1))
	if err != nil {
		t.Fatal(err)
	}
	return client, mock
}

func TestOnWithHTTPMock(t *testing.T) {
	t.Parallel()
	client, mock := mocked(t)
	// The same page for every offset is a whole list.
	mock.RegisterResponder("GET", summariesURL, httpmock.NewStringResponder(http.StatusOK,
		`[{"id": 1, "number": "R1", "name": "Jansen", "dateFrom": "2026-11-20", "accommodationUnit": {"number": "C4"}, "guest": {"id": 31}},
		  {"id": 2, "number": "R2", "name": "Bakker", "dateFrom": "2026-11-20", "status": "cancelled"},
		  {"id": 5, "number": "R5", "name": "Kok", "dateFrom": "2026-11-20", "status": "denied"},
		  {"id": 3, "number": "R3", "name": "Visser", "dateFrom": "2026-11-19"},
		  {"id": 4, "number": "R4", "name": "Garnier", "dateFrom": "2026-11-20"}]`))
	mock.RegisterResponder("GET", baseURL+"/api/guests/31",
		httpmock.NewStringResponder(http.StatusOK, `{"id": 31, "returning": true}`))

	got, err := On(t.Context(), client, types.NewDate(2026, time.November, 20))
	if err != nil {
		t.Fatal(err)
	}
	want := []Arrival{
		{Number: "R1", Name: "Jansen", Unit: "C4", Returning: true},
		{Number: "R4", Name: "Garnier"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("arrivals\n got %+v\nwant %+v", got, want)
	}
}

func TestOnWithHTTPMockFails(t *testing.T) {
	t.Parallel()
	client, mock := mocked(t)
	// The client waits and retries after a 429, but not for as long as this one asks.
	mock.RegisterResponder("GET", summariesURL,
		httpmock.NewStringResponder(http.StatusTooManyRequests, `{"statusCode": 429, "description": "Too many requests"}`).
			HeaderSet(http.Header{"Retry-After": {"3600"}}))

	arrivals, err := On(t.Context(), client, types.NewDate(2026, time.November, 20))
	if !errors.Is(err, reservations.ErrRateLimited) || arrivals != nil {
		t.Errorf("got %v and error %v, want ErrRateLimited alone", arrivals, err)
	}
	if refusal, ok := errors.AsType[*reservations.APIError](err); ok && refusal.RetryAfter != time.Hour {
		t.Errorf("RetryAfter is %v, want an hour", refusal.RetryAfter)
	}
	if calls := mock.GetTotalCallCount(); calls != 1 {
		t.Errorf("%d requests, want 1", calls)
	}
}

// A reservation whose date cannot be read may be an arrival, so it must not be left out
// without a word.
func TestOnWithHTTPMockUnreadableDate(t *testing.T) {
	t.Parallel()
	client, mock := mocked(t)
	mock.RegisterResponder("GET", summariesURL,
		httpmock.NewStringResponder(http.StatusOK, `[{"id": 1, "number": "R1", "dateFrom": "Friday"}]`))

	_, err := On(t.Context(), client, types.NewDate(2026, time.November, 20))
	if err == nil || !strings.Contains(err.Error(), "reservation R1") {
		t.Errorf("got error %v, want one that names reservation R1", err)
	}
}

// A responder that a test forgot is found by the error, which names the request.
func TestOnWithHTTPMockForgotten(t *testing.T) {
	t.Parallel()
	client, mock := mocked(t)
	mock.RegisterResponder("GET", summariesURL, httpmock.NewStringResponder(http.StatusOK,
		`[{"id": 1, "number": "R1", "name": "Jansen", "dateFrom": "2026-11-20", "guest": {"id": 31}}]`))

	_, err := On(t.Context(), client, types.NewDate(2026, time.November, 20))
	if err == nil || !strings.Contains(err.Error(), "GET /api/guests/31") || !strings.Contains(err.Error(), "no responder found") {
		t.Errorf("got error %v, want one that names the request without a responder", err)
	}
}
