package reservationstest

import (
	"math"
	"net/http"

	"github.com/reservationkit/reservations-go/types"
)

// supplements handles operation 7. Without a limit a page holds everything; the service
// does not document what it does there.
func (s *Server) supplements(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	p.organization()
	p.include("translations")
	p.ignoreTexts("description", "orderBy", "date", "dateFrom", "dateTo", "token")
	p.ignoreBools("included", "deferred", "required", "guest", "normal", "package", "seasonal", "year",
		"hasUnitOfMeasurementAdditionalGuest", "hasUnitOfMeasurementUtilityConsumption",
		"hasUnitOfMeasurementPreviousUtilityConsumption", "hasUnitOfMeasurementDeposit",
		"hasPreferredUnitForGuest", "hasCheckinTime", "hasCheckoutTime",
		"relatedToCustomAccommodationUnitFeatures", "relatedToCustomPackageSpecifications",
		"settings", "details", "public")
	archived := p.flag("archived")
	p.ignoreIDs("ownerStatementSpecification", "accommodation", "accommodationCategory", "localityCategory",
		"packageSpecification", "reservation")
	offset, limit := p.integer("offset", 0, 0), p.integer("limit", 1, math.MaxInt64)
	if p.refuse(w) {
		return
	}
	respondPage(s, w, offset, limit, func(x types.Supplement, _ int64) bool {
		return accepts(archived, !x.Archived.IsZero())
	})
}
