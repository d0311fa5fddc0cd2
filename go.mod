module github.com/reservationkit/reservations-go

go 1.25
