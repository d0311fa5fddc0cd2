module github.com/reservationkit/reservations-go/mirror

go 1.25.0

replace github.com/reservationkit/reservations-go => ../
