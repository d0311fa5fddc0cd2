// SPDX-License-Identifier: MIT

package walks_test

import (
	"encoding/json"

	"github.com/reservationkit/reservations-go/types"
)

// sentDay returns a date as it is read from a response.
func sentDay(text string) (d types.Date) {
	_ = json.Unmarshal([]byte(`"`+text+`"`), &d) // it never fails
	return d
}
