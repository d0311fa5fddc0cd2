module github.com/reservationkit/reservations-go/otel

go 1.25.0

replace github.com/reservationkit/reservations-go => ../
