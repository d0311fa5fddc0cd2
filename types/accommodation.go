// SPDX-License-Identifier: MIT

package types

// AccommodationUnit is one cabin, pitch, room or the like (operation 4).
type AccommodationUnit struct {
	ID                  int64                               `json:"id"`
	Number              string                              `json:"number" print:"yes"`
	Reference           string                              `json:"reference,omitempty"` // documented for the unit of a Task only
	Latitude            Decimal                             `json:"latitude,omitzero"`
	Longitude           Decimal                             `json:"longitude,omitzero"`
	Public              bool                                `json:"public" default:"true"`
	Active              bool                                `json:"active" default:"true"`
	AvailabilityEnabled bool                                `json:"availabilityEnabled,omitempty" default:"false"`
	Available           bool                                `json:"available" default:"true"`
	PetsAllowed         *bool                               `json:"petsAllowed,omitempty"`
	Area                Number                              `json:"area,omitzero"` // in a unit that is not documented
	Locale              string                              `json:"locale" print:"yes"`
	Created             DateTime                            `json:"created,omitzero"`
	Modified            DateTime                            `json:"modified,omitzero"`
	Content             AccommodationUnitContent            `json:"content"`
	WifiConfiguration   *AccommodationUnitWifiConfiguration `json:"wifiConfiguration,omitempty"`
	Features            []ResponseRef                       `json:"features"`
	Extra               Extra                               `json:"-"`
}

// AccommodationUnitContent describes an [AccommodationUnit].
type AccommodationUnitContent struct {
	ID           int64        `json:"id"`
	Description  string       `json:"description,omitempty"`
	Locale       string       `json:"locale" print:"yes"`
	Organization *ResponseRef `json:"organization,omitempty"`
	Extra        Extra        `json:"-"`
}

// AccommodationUnitWifiConfiguration is a Wi-Fi network of units.
type AccommodationUnitWifiConfiguration struct {
	ID                 int64         `json:"id"`
	SecurityProtocol   string        `json:"securityProtocol" print:"yes"`
	SSID               string        `json:"ssid"`
	PSK                Secret        `json:"psk,omitzero"`       // the key of the network
	AccommodationUnits []ResponseRef `json:"accommodationUnits"` // which use the network
	Extra              Extra         `json:"-"`
}

// AccommodationCategory is a node in the tree of categories (operation 14).
type AccommodationCategory struct {
	ID          int64        `json:"id"`
	Name        string       `json:"name"`
	Description string       `json:"description,omitempty"`
	Locale      string       `json:"locale" print:"yes"`
	Root        *ResponseRef `json:"root,omitempty"`   // the category at the top of the tree
	Parent      *ResponseRef `json:"parent,omitempty"` // the category one level up
	DisplayName string       `json:"displayName"`
	Extra       Extra        `json:"-"`
}

// CampingEquipmentSpecification is a kind of camping equipment (operation 19), with the largest measures it may have,
// in units that are not documented.
type CampingEquipmentSpecification struct {
	ID          int64    `json:"id"`
	Description string   `json:"description"`
	MaxWidth    Decimal  `json:"maxWidth,omitzero"`
	MaxLength   Decimal  `json:"maxLength,omitzero"`
	MaxHeight   Decimal  `json:"maxHeight,omitzero"`
	MaxWeight   Decimal  `json:"maxWeight,omitzero"`
	Archived    DateTime `json:"archived,omitzero"`
	Locale      string   `json:"locale" print:"yes"`
	Extra       Extra    `json:"-"`
}
