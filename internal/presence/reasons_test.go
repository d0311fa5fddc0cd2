// SPDX-License-Identifier: MIT

package presence

import (
	"regexp"
	"slices"
)

// reasons are what an IncompleteError of the model can say, with N in place of each number and WHO of each reservation.
var reasons = []string{
	"X-Total-Count changed from N to N",
	"a page with limit N shows WHO, which no page with limit N does",
	"no item has the key reservationId or reservationNumber",
	"no reservation joins the page at offset N to the one at offset N",
	"the page at offset N has two entries for the day N-N-N that are not two parts of it: one is empty, or both have the same item",
	"the page at offset N leaves out the day N-N-N, although the service sends days without items",
	"the page at offset N shows N reservations, but with limit N and X-Total-Count N it can hold N",
	"the page at offset N shows N reservations, so some must show at offset N too, and none does",
	"the page at offset N shows WHO, which no page of the register shows",
	"the page at offset N shows reservations, although X-Total-Count is N",
	"the page at offset N with limit N does not show WHO, which is at an offset from N to N",
	"the page at offset N with limit N does not show WHO, which shows at offset N alone",
	"the pages at offsets N and N share N reservations, but have N places in common",
	"the pages at offsets N and N show different items of the same reservation",
	"the pages at offsets N and N show different reservations",
	"the pages leave no place for WHO: it shows on pages that begin at offset N and end at N",
	"the service counts N reservations and sends no days",
	"WHO showed on a page that was read before, and is on no page of the register",
	"WHO shows at the end, at offset N, and not on the last page: X-Total-Count N is too low, or the page was cut short",
	"WHO shows on the pages at offsets N and N, which do not overlap",
}

var (
	whoInReason    = regexp.MustCompile(`the reservation with (id [1-9]\d*|number "[^"]*")`)
	numberInReason = regexp.MustCompile(`\d+`)
)

func isReason(text string) bool {
	return text == errTooLong.Error() || slices.Contains(reasons, numberInReason.ReplaceAllString(whoInReason.ReplaceAllString(text, "WHO"), "N"))
}
