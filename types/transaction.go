// SPDX-License-Identifier: MIT

package types

// Transaction is a payment transaction (operation 11).
type Transaction struct {
	ID            int64             `json:"id"`
	Type          TransactionType   `json:"type,omitempty"`
	Status        TransactionStatus `json:"status,omitempty"`
	Amount        Decimal           `json:"amount,omitzero"` // may be negative; the currency is not named
	Processed     bool              `json:"processed"`       // nothing more will happen to it
	Cancelable    bool              `json:"cancelable"`
	Refundable    bool              `json:"refundable"`
	Removable     bool              `json:"removable"`
	Datetime      DateTime          `json:"datetime,omitzero"`
	Created       DateTime          `json:"created,omitzero"`
	Modified      DateTime          `json:"modified,omitzero"`
	Description   string            `json:"description,omitempty"`
	TransactionID string            `json:"transactionId,omitempty"`
	PaymentURL    string            `json:"paymentUrl,omitempty"` // the page where the guest pays
	Extra         Extra             `json:"-"`
}
