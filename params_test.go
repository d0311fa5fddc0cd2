package reservations_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// paramsTest calls a method with its params struct, whose required fields are named as in the API.
type paramsTest struct {
	required string
	params   any
	call     func(ctx context.Context, c *reservations.Client, params any) error
}

var paramsTests = []paramsTest{
	{"organization token", reservations.UpdateReservationParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Reservations.Update(ctx, 7, p.(reservations.UpdateReservationParams), nil)
		return err
	}},
	{"organization dateFrom dateTo", reservations.SummariesParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Reservations.SummariesPage(ctx, p.(reservations.SummariesParams))
		return err
	}},
	{"organization token", reservations.GroupReservationsParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Reservations.GroupReservations(ctx, 7, p.(reservations.GroupReservationsParams))
		return err
	}},
	{"reservationToken organization reservation", reservations.DiscountCodesParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Reservations.CurrentDiscountCodes(ctx, p.(reservations.DiscountCodesParams))
		return err
	}},
	{"", reservations.RegistrationNumberEntriesParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Reservations.RegistrationNumberEntriesPage(ctx, p.(reservations.RegistrationNumberEntriesParams))
		return err
	}},
	{"reservation token", reservations.UpdateAdditionalGuestParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Reservations.UpdateAdditionalGuest(ctx, 7, p.(reservations.UpdateAdditionalGuestParams), nil)
		return err
	}},
	{"", reservations.UnitParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Accommodations.Unit(ctx, 7, p.(reservations.UnitParams))
		return err
	}},
	{"organization", reservations.CategoryParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Accommodations.Category(ctx, 7, p.(reservations.CategoryParams))
		return err
	}},
	{"organization", reservations.FacilityFiltersParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Accommodations.FacilityFilters(ctx, p.(reservations.FacilityFiltersParams))
		return err
	}},
	{"organization", reservations.CampingEquipmentParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Accommodations.CampingEquipment(ctx, p.(reservations.CampingEquipmentParams))
		return err
	}},
	{"organization", reservations.SupplementsParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Supplements.Page(ctx, p.(reservations.SupplementsParams))
		return err
	}},
	{"", reservations.StaffMembersParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Tasks.StaffMembers(ctx, p.(reservations.StaffMembersParams))
		return err
	}},
	{"dateFrom", reservations.PresenceParams{}, func(ctx context.Context, c *reservations.Client, p any) error {
		_, err := c.Reports.PresencePage(ctx, p.(reservations.PresenceParams))
		return err
	}},
}

func TestEveryParamsStructIsTested(t *testing.T) {
	t.Parallel()
	for service, method := range serviceMethods() {
		for i := range method.Type.NumIn() {
			of := method.Type.In(i)
			if strings.HasSuffix(of.Name(), "Params") && !slices.ContainsFunc(paramsTests, func(test paramsTest) bool { return reflect.TypeOf(test.params) == of }) {
				t.Errorf("give the %s of %s.%s a row in paramsTests", of.Name(), service, method.Name)
			}
		}
	}
}

// sample is a value of a field of a params struct and what is sent for it.
func sample(t *testing.T, field reflect.Type, ofRegister bool) (value any, sent []string) {
	t.Helper()
	switch field {
	case reflect.TypeFor[int64]():
		return int64(7), []string{"7"}
	case reflect.TypeFor[int]():
		return 7, []string{"7"}
	case reflect.TypeFor[string]():
		return "a b", []string{"a b"}
	case reflect.TypeFor[[]string]():
		return []string{"a", "b"}, []string{"a", "b"}
	case reflect.TypeFor[*bool]():
		return new(bool), []string{"false"}
	case reflect.TypeFor[types.Secret]():
		return types.NewSecret("canary"), []string{"canary"}
	case reflect.TypeFor[time.Time]():
		return time.Date(2026, time.July, 6, 1, 2, 3, 0, time.UTC), []string{"2026-07-06T01:02:03Z"}
	case reflect.TypeFor[types.Date]():
		if ofRegister {
			return parkFrom, []string{"2026-07-06T00:00:00Z"}
		}
		return parkFrom, []string{"2026-07-06"}
	}
	t.Fatalf("give a sample of %v", field)
	return nil, nil
}

// TestEachParamIsSentAlone: under its name in the API, and only when it is set. Without one of
// its required params nothing is sent, but the default of an organization stands in for it.
func TestEachParamIsSentAlone(t *testing.T) {
	t.Parallel()
	for _, test := range paramsTests {
		of := reflect.TypeOf(test.params)
		required := strings.Fields(test.required)
		base, always := reflect.New(of).Elem(), url.Values{}
		name := func(i int) string {
			field := of.Field(i)
			key := strings.ToLower(field.Name[:1]) + field.Name[1:]
			if field.Type.Kind() == reflect.Slice {
				key += "[]"
			}
			return key
		}
		for i := range of.NumField() {
			for _, key := range required {
				if name(i) == key {
					value, sent := sample(t, of.Field(i).Type, of == reflect.TypeFor[reservations.PresenceParams]())
					base.Field(i).Set(reflect.ValueOf(value))
					always[key] = sent
				}
			}
		}
		if len(always) != len(required) {
			t.Fatalf("%v: not all of %v are fields", of, required)
		}
		for i := range of.NumField() {
			key := name(i)
			if key == "confirm" || key == "progress" { // for the walk, not for the service
				continue
			}
			t.Run(of.Name()+"/"+key, func(t *testing.T) {
				t.Parallel()
				var sent url.Values
				c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
					sent = r.URL.Query()
					return answers(404, "", "")(r)
				}))
				params, want := reflect.New(of).Elem(), maps.Clone(always)
				params.Set(base)
				if want[key] == nil {
					value, texts := sample(t, of.Field(i).Type, of == reflect.TypeFor[reservations.PresenceParams]())
					params.Field(i).Set(reflect.ValueOf(value))
					want[key] = texts
				}
				if err := test.call(t.Context(), c, params.Interface()); !errors.Is(err, reservations.ErrNotFound) {
					t.Fatalf("got %v", err)
				}
				if diff := gocmp.Diff(want, sent); diff != "" {
					t.Errorf("query (-want +got):\n%s", diff)
				}
				if data, _ := json.Marshal(params.Interface()); bytes.Contains(data, []byte("canary")) {
					t.Errorf("a secret is in the JSON of the params: %s", data)
				}
				if !slices.Contains(required, key) {
					return
				}
				params.Field(i).SetZero()
				withoutIt := func(c *reservations.Client) error {
					sent = nil
					return test.call(t.Context(), c, params.Interface())
				}
				withDefault := with(t, c, reservations.WithOrganization(9))
				var bad *reservations.ParamError
				if err := withoutIt(c); !errors.As(err, &bad) || bad.Param != key || sent != nil {
					t.Errorf("without it: got %v, sent %v; want a ParamError", err, sent)
				}
				switch err := withoutIt(withDefault); {
				case key == "organization":
					want[key] = []string{"9"}
					if diff := gocmp.Diff(want, sent); diff != "" {
						t.Errorf("without it, on a client WithOrganization: got %v, query (-want +got):\n%s", err, diff)
					}
				case !errors.As(err, &bad) || bad.Param != key || sent != nil:
					t.Errorf("without it, on a client WithOrganization: got %v, sent %v; want a ParamError", err, sent)
				}
			})
		}
	}
}
