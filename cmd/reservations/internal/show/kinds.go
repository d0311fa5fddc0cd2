// SPDX-License-Identifier: MIT

package show

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// kind is what can be shown.
type kind struct {
	name, id, about string
	needsToken      bool
	needsPeriod     bool
	columns         []string // of a list; nil for a single record
	read            func(context.Context, *reservations.Client, query) (any, error)
}

// query says which records are read.
type query struct {
	id       int64
	text     string // the id as it was written
	from, to time.Time
	token    types.Secret
}

var kinds = []kind{
	{name: "guest", id: "ID", about: "a guest: a person or an organization that books",
		read: func(ctx context.Context, c *reservations.Client, q query) (any, error) {
			return c.Guests.Get(ctx, q.id)
		}},
	{name: "additional-guest", id: "ID", about: "an additional guest of a reservation",
		read: func(ctx context.Context, c *reservations.Client, q query) (any, error) {
			return c.Reservations.AdditionalGuest(ctx, q.id)
		}},
	{name: "unit", id: "ID", about: "an accommodation unit",
		read: func(ctx context.Context, c *reservations.Client, q query) (any, error) {
			return c.Accommodations.Unit(ctx, q.id, reservations.UnitParams{})
		}},
	{name: "category", id: "ID", about: "an accommodation category",
		read: func(ctx context.Context, c *reservations.Client, q query) (any, error) {
			return c.Accommodations.Category(ctx, q.id, reservations.CategoryParams{})
		}},
	{name: "tax-profile", id: "ID", about: "a tax profile with its rates",
		read: func(ctx context.Context, c *reservations.Client, q query) (any, error) {
			return c.TaxProfiles.Get(ctx, q.text)
		}},
	{name: "webhook-event", id: "ID", about: "an event that was sent to a webhook, with its attempts",
		columns: []string{"id", "event", "subjectId", "status", "responseStatusCode", "attempts", "error"},
		read: func(ctx context.Context, c *reservations.Client, q query) (any, error) {
			return c.Webhooks.Event(ctx, q.id)
		}},
	{name: "group", id: "ID", about: "the reservations of a group reservation (--token-file)", needsToken: true,
		columns: []string{"id", "number", "name", "dateFrom", "dateTo", "accommodationTitle", "accommodationUnitNumber",
			"numOfPersons"},
		read: func(ctx context.Context, c *reservations.Client, q query) (any, error) {
			return c.Reservations.GroupReservations(ctx, q.id, reservations.GroupReservationsParams{Token: q.token})
		}},
	{name: "discount-codes", id: "ID", about: "the discount codes of a reservation (--token-file)", needsToken: true,
		columns: []string{"id", "redeemed", "discountCodeSpecification"},
		read: func(ctx context.Context, c *reservations.Client, q query) (any, error) {
			p := reservations.CurrentDiscountCodesParams{Reservation: q.id, ReservationToken: q.token}
			return c.Reservations.CurrentDiscountCodes(ctx, p)
		}},
	{name: "reservations", about: "the reservations of a period (--from, --to)", needsPeriod: true,
		columns: []string{"id", "number", "name", "guest.id", "accommodationUnit.id", "dateFrom", "dateTo", "numOfPersons", "status",
			"paymentStatus", "totalPrice", "balance"},
		read: func(ctx context.Context, c *reservations.Client, q query) (any, error) {
			return collect(c.Reservations.AllSummaries(ctx, reservations.SummariesParams{DateFrom: q.from, DateTo: q.to}))
		}},
	{name: "registration-numbers", about: "all registration numbers, such as those of vehicles",
		columns: []string{"id", "number", "type", "description", "validFrom", "validThrough", "approved", "processed"},
		read: func(ctx context.Context, c *reservations.Client, _ query) (any, error) {
			return collect(c.Reservations.AllRegistrationNumberEntries(ctx, reservations.RegistrationNumberEntriesParams{}))
		}},
	{name: "supplements", about: "all supplements",
		columns: []string{"id", "type", "description", "unitPrice", "percentage", "taxRate", "required", "public", "active"},
		read: func(ctx context.Context, c *reservations.Client, _ query) (any, error) {
			return collect(c.Supplements.All(ctx, reservations.SupplementsParams{}))
		}},
	{name: "staff", about: "all staff members",
		columns: []string{"id", "name", "email", "phoneNumber", "allowedToChangeTasks", "created", "modified"},
		read: func(ctx context.Context, c *reservations.Client, _ query) (any, error) {
			return c.Tasks.StaffMembers(ctx, reservations.StaffMembersParams{})
		}},
	{name: "camping-equipment", about: "all kinds of camping equipment",
		columns: []string{"id", "description", "maxWidth", "maxLength", "maxHeight", "maxWeight", "archived", "locale"},
		read: func(ctx context.Context, c *reservations.Client, _ query) (any, error) {
			return c.Accommodations.CampingEquipment(ctx, reservations.CampingEquipmentParams{})
		}},
	{name: "facilities", about: "all facilities by group and section",
		columns: []string{"id", "type", "name", "locale", "position", "facilityGroupSections"},
		read: func(ctx context.Context, c *reservations.Client, _ query) (any, error) {
			return c.Accommodations.FacilityGroups(ctx)
		}},
	{name: "facility-filters", about: "the facilities that accommodations can be filtered by",
		columns: []string{"id", "type", "name", "facilitySpecifications"},
		read: func(ctx context.Context, c *reservations.Client, _ query) (any, error) {
			return c.Accommodations.FacilityFilters(ctx, reservations.FacilityFiltersParams{})
		}},
}

// collect returns a list as any other read returns its value.
func collect[T any](list iter.Seq2[T, error]) (any, error) { return reservations.Collect(list) }

func names() []string {
	all := make([]string, len(kinds))
	for i, k := range kinds {
		all[i] = k.name
	}
	return all
}

func find(name string) (kind, error) {
	for _, k := range kinds {
		if k.name == name {
			return k, nil
		}
	}
	start := name[:min(3, len(name))]
	similar := slices.DeleteFunc(names(), func(known string) bool { return !strings.HasPrefix(known, start) })
	if len(similar) > 0 {
		return kind{}, cli.UsageErrorf("unknown kind %q; did you mean %s?", name, strings.Join(similar, " or "))
	}
	return kind{}, cli.UsageErrorf("unknown kind %q; reservations show --help lists what can be shown", name)
}

// flags are the flags of the command.
type flags struct {
	personal            bool
	from, to, tokenFile string
}

// query returns what the flags and the arguments after the kind say.
func (f flags) query(app *cli.App, k kind, ids []string) (q query, err error) {
	if err := f.check(k, ids); err != nil {
		return q, err
	}
	if k.id != "" {
		q.text = ids[0]
		if q.id, err = strconv.ParseInt(q.text, 10, 64); k.name != "tax-profile" && (err != nil || q.id <= 0) {
			return q, cli.UsageErrorf("the id must be a positive number, not %q", q.text)
		}
	}
	if k.needsToken {
		token, err := app.ReadSecret(f.tokenFile)
		if err != nil {
			return q, cli.UsageErrorf("the token cannot be read: %w", err)
		}
		q.token = types.NewSecret(token)
	}
	if !k.needsPeriod {
		return q, nil
	}
	err = f.readPeriod(&q, app.Location())
	return q, err
}

// check refuses what the kind needs and lacks, and what it does not use.
func (f flags) check(k kind, ids []string) error {
	switch {
	case k.id == "" && len(ids) > 0:
		return cli.UsageErrorf("show %s takes no id, but was given %q", k.name, ids[0])
	case k.id != "" && len(ids) == 0:
		return cli.UsageErrorf("show %s takes an id, such as: reservations show %s 7", k.name, k.name)
	case k.needsToken != (f.tokenFile != ""):
		return cli.UsageErrorf("--token-file is needed for group and discount-codes, and only for these")
	case k.needsPeriod && (f.from == "" || f.to == ""), !k.needsPeriod && f.from+f.to != "":
		return cli.UsageErrorf("--from and --to are needed for reservations, and only for these")
	}
	return nil
}

// readPeriod reads the days from and to, both of which belong to the period, in the time zone of the park.
func (f flags) readPeriod(q *query, zone *time.Location) (err error) {
	if q.from, err = time.ParseInLocation(time.DateOnly, f.from, zone); err != nil {
		return cli.UsageErrorf("--from must be a day such as 2026-11-20, not %q", f.from)
	}
	last, err := time.ParseInLocation(time.DateOnly, f.to, zone)
	if err != nil {
		return cli.UsageErrorf("--to must be a day such as 2026-11-20, not %q", f.to)
	}
	if last.Before(q.from) {
		return cli.UsageErrorf("--to must not be before --from")
	}
	q.to = last.AddDate(0, 0, 1).Add(-time.Second)
	return nil
}
