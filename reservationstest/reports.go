// SPDX-License-Identifier: MIT

package reservationstest

import (
	"slices"
	"strconv"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("reports.presence", (*Server).presence)
	serve("reports.createUtilityMeterReport", (*Server).createUtilityMeterReport)
	hold(utilityMeterReport)
}

// presence returns the register of one page of reservations, and in X-Total-Count how many there
// are on all pages.
func (s *Server) presence(r request[reservations.PresenceParams, nothing]) (any, *failure) {
	if s.beforeDateTo && !r.params.DateTo.IsZero() {
		r.params.DateTo = r.params.DateTo.AddDays(-1)
	}
	selected := s.selection(r.params)
	r.responseHeader.Set("X-Total-Count", strconv.Itoa(len(selected)))
	days := register(r.params, page(s, selected, r.params.Offset, r.params.Limit, 25))
	if s.noEmptyDays {
		days = slices.DeleteFunc(days, func(day types.PresenceDay) bool { return len(day.Items) == 0 })
	}
	return days, nil
}

func (s *Server) createUtilityMeterReport(r request[nothing, *types.UtilityMeterReportCreate]) (any, *failure) {
	report := types.UtilityMeterReport{ID: s.newID(), Type: types.UtilityTypeElectricity, Datetime: now()}
	report = merged(report, r.changes)
	asInstants(&report.Datetime)
	s.put(0, report)
	return report, nil
}

func utilityMeterReport(id int64, changes ...func(*types.UtilityMeterReport)) types.UtilityMeterReport {
	report := types.UtilityMeterReport{ID: id, Type: types.UtilityTypeElectricity, Datetime: at(20, 14), Quantity: types.MustDecimal("1234.500")}
	return build(report, changes)
}
