-- SPDX-License-Identifier: MIT

-- In every table the keys begin with the organization.
{{define "organization"}}organization {{id}} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE{{end}}
{{define "line"}}organization {{id}} NOT NULL, reservation_id {{id}} NOT NULL, position INTEGER NOT NULL, id {{id}}{{end}}
{{define "line key"}}PRIMARY KEY (organization, reservation_id, position),
	FOREIGN KEY (organization, reservation_id) REFERENCES reservations (organization, id) ON DELETE CASCADE{{end}}
CREATE TABLE organizations (
	id {{id}} NOT NULL PRIMARY KEY
) {{strict}};

CREATE TABLE mirror_state (
	{{template "organization"}}, name TEXT NOT NULL, value TEXT NOT NULL,
	PRIMARY KEY (organization, name)
) {{strict}};

-- The ids that a full walk has seen until now.
CREATE TABLE mirror_seen (
	{{template "organization"}}, id {{id}} NOT NULL,
	PRIMARY KEY (organization, id)
) {{strict}};

-- Whom to forget: kind is guest or reservation.
CREATE TABLE forgotten (
	{{template "organization"}}, kind TEXT NOT NULL, id {{id}} NOT NULL, forgotten_at {{instant}} NOT NULL,
	PRIMARY KEY (organization, kind, id)
) {{strict}};

-- One row per reservation.
CREATE TABLE reservations (
	{{template "organization"}}, id {{id}} NOT NULL, token {{text}}, number {{text}}, name {{text}}, reference {{text}}, source {{text}},
	date {{day}}, date_at {{instant}}, date_from {{day}}, date_from_at {{instant}}, date_to {{day}}, date_to_at {{instant}},
	num_of_days {{int}}, num_of_persons {{int}}, notes {{text}}, checkin {{day}}, checkin_at {{instant}}, checkout {{day}},
	checkout_at {{instant}}, locale {{text}}, created {{day}}, created_at {{instant}}, modified {{day}}, modified_at {{instant}},
	{{decimal "total_price"}}, {{decimal "balance"}}, {{decimal "advance"}}, {{decimal "order_lines_total"}},
	{{decimal "supplement_order_lines_total"}}, {{decimal "supplement_order_lines_included_total"}},
	{{decimal "deposit_order_lines_total"}}, {{decimal "payment_charge_lines_total"}},
	{{decimal "cancellation_insurance_charge_lines_total"}}, {{decimal "tax_total"}}, preferred_unit_for_guest {{bool}},
	closed {{bool}}, confirmed {{bool}}, cancelled {{bool}}, denied {{bool}}, status {{text}}, payment_status {{text}},
	accommodation_id {{id}}, accommodation_title {{text}}, accommodation_locale {{text}}, accommodation_category_id {{id}},
	accommodation_category_title {{text}}, accommodation_category_description {{text}}, accommodation_category_locale {{text}},
	accommodation_unit_id {{id}}, accommodation_unit_number {{text}}, accommodation_unit_locale {{text}},
	group_reservation_id {{id}}, group_reservation_token {{text}}, extra {{json}},
	forgotten {{bool}} NOT NULL, hash TEXT NOT NULL, stored_at {{instant}} NOT NULL, unread {{text}},
	PRIMARY KEY (organization, id)
) {{strict}};

-- The guests of a reservation: at position 0 the one who booked it, then the list of guests.
CREATE TABLE reservation_guests (
	{{template "line"}},
	email {{text}}, first_name {{text}}, surname {{text}}, surname_prefix {{text}}, salutation {{text}}, phone_number {{text}},
	phone_number_home {{text}}, phone_number_work {{text}}, address {{text}}, address_no {{text}}, postal_code {{text}},
	locality {{text}}, country {{text}}, locale {{text}}, birth_date {{day}}, membership {{text}}, iban {{text}},
	iban_account_name {{text}}, bic {{text}}, extra {{json}},
	{{template "line key"}}
) {{strict}};

-- The persons of a reservation by age group.
CREATE TABLE age_group_lines (
	{{template "line"}},
	description {{text}}, {{decimal "quantity"}}, age_group_specification_id {{id}}, extra {{json}},
	{{template "line key"}}
) {{strict}};

-- The priced parts of the stay.
CREATE TABLE order_lines (
	{{template "line"}},
	description {{text}}, valid_from {{day}}, valid_from_at {{instant}}, valid_through {{day}}, valid_through_at {{instant}},
	{{decimal "quantity"}}, num_of_days {{int}}, num_of_persons {{int}}, {{decimal "unit_price"}}, tax_rate {{text}},
	{{decimal "tax_base_amount"}}, {{decimal "tax_total"}}, {{decimal "total_price_per_day"}}, {{decimal "total_price"}},
	extra {{json}},
	{{template "line key"}}
) {{strict}};

-- The supplements.
CREATE TABLE supplement_order_lines (
	{{template "line"}},
	description {{text}}, {{decimal "quantity"}}, num_of_days {{int}}, num_of_persons {{int}}, {{decimal "unit_price"}},
	{{decimal "total_price_per_day"}}, tax_rate {{text}}, {{decimal "tax_base_amount"}}, {{decimal "tax_total"}},
	{{decimal "total_price"}}, required {{bool}}, included {{bool}}, supplement_id {{id}}, extra {{json}},
	{{template "line key"}}
) {{strict}};

-- The charges for the cancellation insurance.
CREATE TABLE cancellation_insurance_charge_lines (
	{{template "line"}},
	type {{text}}, {{decimal "amount"}}, {{decimal "percentage"}}, tax_rate {{text}}, {{decimal "tax_base_amount"}},
	{{decimal "tax_total"}}, {{decimal "total_price"}}, extra {{json}},
	{{template "line key"}}
) {{strict}};

-- The deposits.
CREATE TABLE deposit_order_lines (
	{{template "line"}},
	description {{text}}, tax_rate {{text}}, {{decimal "tax_base_amount"}}, {{decimal "tax_total"}}, {{decimal "total_price"}},
	extra {{json}},
	{{template "line key"}}
) {{strict}};

-- The charges for ways of payment.
CREATE TABLE payment_charge_lines (
	{{template "line"}},
	tax_rate {{text}}, {{decimal "tax_base_amount"}}, {{decimal "tax_total"}}, {{decimal "total_price"}}, extra {{json}},
	{{template "line key"}}
) {{strict}};

-- The registration numbers, which are those of persons or vehicles.
CREATE TABLE registration_number_entries (
	{{template "line"}},
	number {{text}}, valid_from {{day}}, valid_from_at {{instant}}, valid_through {{day}}, valid_through_at {{instant}},
	extra {{json}},
	{{template "line key"}}
) {{strict}};

-- One row per night of the register that was read, also when nobody was present.
CREATE TABLE register_days (
	{{template "organization"}}, day {{day}} NOT NULL, extra {{json}}, hash TEXT NOT NULL, stored_at {{instant}} NOT NULL,
	PRIMARY KEY (organization, day)
) {{strict}};

-- Who was present on a night: one row per reservation and age group.
CREATE TABLE register_items (
	organization {{id}} NOT NULL, day {{day}} NOT NULL, position INTEGER NOT NULL, reservation_id {{id}},
	reservation_number {{text}}, reservation_name {{text}}, reservation_accommodation_title {{text}},
	reservation_accommodation_unit_number {{text}}, reservation_date_from {{day}}, reservation_date_to {{day}},
	age_group_specification_description {{text}}, num_of_persons {{int}}, guest_locality {{text}}, guest_country {{text}},
	guest_document_type {{text}}, modified {{day}}, modified_at {{instant}}, extra {{json}},
	PRIMARY KEY (organization, day, position),
	FOREIGN KEY (organization, day) REFERENCES register_days (organization, day) ON DELETE CASCADE
) {{strict}};

-- What is compared with a range comes after the organization. What is looked up comes before it, so that it is
-- found without an organization as well.
CREATE INDEX reservations_date_from ON reservations (organization, date_from);
CREATE INDEX reservations_stored_at ON reservations (organization, stored_at);
CREATE INDEX reservations_modified_at ON reservations (organization, modified_at);
CREATE INDEX reservations_balance ON reservations (organization, {{comparable "balance"}});
CREATE INDEX reservations_number ON reservations (number, organization);
CREATE INDEX reservations_accommodation_unit_id ON reservations (accommodation_unit_id, organization);
CREATE INDEX reservation_guests_email ON reservation_guests (email, organization);
CREATE INDEX reservation_guests_id ON reservation_guests (id, organization);
CREATE INDEX register_items_reservation_id ON register_items (reservation_id, organization);

-- Turnover by the month of arrival, of reservations that stand.
CREATE VIEW turnover_per_month AS
SELECT organization, {{month "date_from"}} AS month, COUNT(*) AS reservations, {{total "num_of_persons"}} AS persons,
	{{total "num_of_days"}} AS days, {{sum "total_price"}} AS total_price, {{sum "tax_total"}} AS tax_total, {{sum "balance"}} AS balance
FROM reservations
WHERE COALESCE(status, '') NOT IN ('cancelled', 'denied', 'session', 'option', 'option-expired')
	AND cancelled IS NOT {{yes}} AND denied IS NOT {{yes}}
GROUP BY organization, {{month "date_from"}};

-- Nights that persons were present, by the month of the night, country and age group.
CREATE VIEW tourist_tax_nights AS
SELECT organization, {{month "day"}} AS month, guest_country AS country, age_group_specification_description AS age_group,
	{{total "num_of_persons"}} AS nights, COUNT(*) - COUNT(num_of_persons) AS items_without_persons
FROM register_items
GROUP BY organization, {{month "day"}}, guest_country, age_group_specification_description;
