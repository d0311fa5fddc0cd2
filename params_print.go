package reservations

import "fmt"

// The params that hold a token print without it, whatever the verb and wherever they
// stand. Package fmt asks a field by itself only as long as the verb suits it.

// Format prints p without its token.
func (p UpdateReservationParams) Format(f fmt.State, _ rune) {
	type plain UpdateReservationParams
	fmt.Fprintf(f, "%+v", plain(p))
}

// Format prints p without its token.
func (p GroupReservationsParams) Format(f fmt.State, _ rune) {
	type plain GroupReservationsParams
	fmt.Fprintf(f, "%+v", plain(p))
}

// Format prints p without its token.
func (p DiscountCodesParams) Format(f fmt.State, _ rune) {
	type plain DiscountCodesParams
	fmt.Fprintf(f, "%+v", plain(p))
}

// Format prints p without its token.
func (p UpdateAdditionalGuestParams) Format(f fmt.State, _ rune) {
	type plain UpdateAdditionalGuestParams
	fmt.Fprintf(f, "%+v", plain(p))
}

// Format prints p without its token.
func (p SupplementsParams) Format(f fmt.State, _ rune) {
	type plain SupplementsParams
	fmt.Fprintf(f, "%+v", plain(p))
}
