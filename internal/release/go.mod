module github.com/reservationkit/reservations-go/internal/release

go 1.25.0

require (
	github.com/google/go-cmp v0.7.0
	golang.org/x/mod v0.40.0
)
