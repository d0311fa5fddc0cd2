package reservations

import (
	"net/http"

	"github.com/reservationkit/reservations-go/internal/transport"
)

// operation is one row of the API: how it is called and whether it may be repeated.
type operation struct {
	name   string
	method string
	path   string // template
	class  transport.Class
}

const (
	read  = transport.Read
	write = transport.Write
)

// The operations of the API.
var (
	opPresence = operation{"reports.presence", http.MethodGet, "/api/reports/presence", read}
)
