module github.com/reservationkit/reservations-go/sharedlimit

go 1.25.0

replace github.com/reservationkit/reservations-go => ../
