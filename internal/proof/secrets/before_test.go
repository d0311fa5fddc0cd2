// SPDX-License-Identifier: MIT

package secrets_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// paramsWithSecrets returns the params of every method that takes a secret, with the secret.
func paramsWithSecrets(t *testing.T) (all []any) {
	c := testclient.Over(t, testclient.Responds(404, "", ""))
	for _, call := range testclient.Calls() {
		call.Fill = func(of reflect.Type, field reflect.StructField, _ reflect.Value) bool {
			params := reflect.New(of).Elem()
			if secret, is := reflect.TypeAssert[*types.Secret](params.FieldByIndex(field.Index).Addr()); is {
				*secret = types.NewSecret(tokenCanary)
				all = append(all, params.Interface())
			}
			return false
		}
		_, _ = call.Do(t.Context(), c)
	}
	return all
}

// TestNoSecretIsShownBeforeACall: in params, options and requests.
func TestNoSecretIsShownBeforeACall(t *testing.T) {
	t.Parallel()
	request := reservations.Request{Method: "POST", Path: "/api/x", Body: map[string]string{"iban": recordCanary}}
	request.Query = url.Values{"token": {tokenCanary}}
	values := append(paramsWithSecrets(t),
		request, &request,
		reservations.WithAPIKeySource(func(context.Context) (string, error) { return keyCanary, nil }),
		reservations.WithHTTPClient(&http.Client{}),
		reservations.WithHeader("Authorization", headerCanary),
		reservations.WithQuery("token", queryCanary),
	)
	if len(values) < 6+5 {
		t.Errorf("%d params take a secret, want at least 5", len(values)-6)
	}
	for _, value := range values {
		t.Run(fmt.Sprintf("%T", value), func(t *testing.T) {
			t.Parallel()
			pointer := reflect.New(reflect.TypeOf(value))
			pointer.Elem().Set(reflect.ValueOf(value))
			var out watch
			for _, v := range []any{value, pointer.Interface(), []any{value}, struct{ P any }{value}, &struct{ P any }{value}} {
				out.print(v)
				out.printJSON(v)
			}
			out.check(t)
		})
	}
}
