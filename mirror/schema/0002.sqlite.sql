-- SPDX-License-Identifier: MIT

-- Gives each table an organization. SQLite cannot change a primary key, so each table is made again with
-- another name and filled, and then takes the name of the old one. legacy_alter_table leaves the views of
-- others as they are while a table has no name.
PRAGMA legacy_alter_table = ON;

DROP VIEW turnover_per_month;
DROP VIEW tourist_tax_nights;

{{define "organization"}}organization INTEGER NOT NULL REFERENCES organizations (id)
		ON UPDATE CASCADE ON DELETE CASCADE{{end}}
{{define "line key"}}PRIMARY KEY (organization, reservation_id, position),
	FOREIGN KEY (organization, reservation_id) REFERENCES new_reservations (organization, id)
		ON UPDATE CASCADE ON DELETE CASCADE{{end}}
{{define "replace"}}DROP TABLE {{.}};
ALTER TABLE new_{{.}} RENAME TO {{.}};{{end}}
CREATE TABLE organizations (id INTEGER NOT NULL PRIMARY KEY) STRICT;

INSERT INTO organizations SELECT json_extract(value, '$.Organization') FROM mirror_state WHERE name = 'settings';

CREATE TABLE new_mirror_state (
	{{template "organization"}},
	name TEXT NOT NULL, value TEXT NOT NULL,
	PRIMARY KEY (organization, name)
) STRICT;

INSERT INTO new_mirror_state SELECT (SELECT id FROM organizations), name, value FROM mirror_state;

{{template "replace" "mirror_state"}}

CREATE TABLE new_mirror_seen (
	{{template "organization"}},
	id INTEGER NOT NULL,
	PRIMARY KEY (organization, id)
) STRICT;

INSERT INTO new_mirror_seen SELECT (SELECT id FROM organizations), id FROM mirror_seen;

{{template "replace" "mirror_seen"}}

CREATE TABLE new_forgotten (
	{{template "organization"}},
	kind TEXT NOT NULL, id INTEGER NOT NULL, forgotten_at TEXT NOT NULL,
	PRIMARY KEY (organization, kind, id)
) STRICT;

INSERT INTO new_forgotten SELECT (SELECT id FROM organizations), kind, id, forgotten_at FROM forgotten;

{{template "replace" "forgotten"}}

CREATE TABLE new_reservations (
	{{template "organization"}},
	id INTEGER NOT NULL, token TEXT, number TEXT, name TEXT, reference TEXT, source TEXT,
	date TEXT, date_at TEXT, date_from TEXT, date_from_at TEXT, date_to TEXT, date_to_at TEXT,
	num_of_days INTEGER, num_of_persons INTEGER, notes TEXT, checkin TEXT, checkin_at TEXT, checkout TEXT,
	checkout_at TEXT, locale TEXT, created TEXT, created_at TEXT, modified TEXT, modified_at TEXT,
	{{decimal "total_price"}}, {{decimal "balance"}}, {{decimal "advance"}}, {{decimal "order_lines_total"}},
	{{decimal "supplement_order_lines_total"}}, {{decimal "supplement_order_lines_included_total"}},
	{{decimal "deposit_order_lines_total"}}, {{decimal "payment_charge_lines_total"}},
	{{decimal "cancellation_insurance_charge_lines_total"}}, {{decimal "tax_total"}}, preferred_unit_for_guest INTEGER,
	closed INTEGER, confirmed INTEGER, cancelled INTEGER, denied INTEGER, status TEXT, payment_status TEXT,
	accommodation_id INTEGER, accommodation_title TEXT, accommodation_locale TEXT, accommodation_category_id INTEGER,
	accommodation_category_title TEXT, accommodation_category_description TEXT, accommodation_category_locale TEXT,
	accommodation_unit_id INTEGER, accommodation_unit_number TEXT, accommodation_unit_locale TEXT,
	group_reservation_id INTEGER, group_reservation_token TEXT, extra TEXT,
	forgotten INTEGER NOT NULL, hash TEXT NOT NULL, stored_at TEXT NOT NULL, unread TEXT, kept TEXT,
	PRIMARY KEY (organization, id)
) STRICT;

INSERT INTO new_reservations SELECT (SELECT id FROM organizations),
	id, token, number, name, reference, source, date, date_at, date_from, date_from_at, date_to, date_to_at,
	num_of_days, num_of_persons, notes, checkin, checkin_at, checkout, checkout_at, locale, created, created_at,
	modified, modified_at, total_price, balance, advance, order_lines_total, supplement_order_lines_total,
	supplement_order_lines_included_total, deposit_order_lines_total, payment_charge_lines_total,
	cancellation_insurance_charge_lines_total, tax_total, preferred_unit_for_guest, closed, confirmed, cancelled,
	denied, status, payment_status, accommodation_id, accommodation_title, accommodation_locale,
	accommodation_category_id, accommodation_category_title, accommodation_category_description,
	accommodation_category_locale, accommodation_unit_id, accommodation_unit_number, accommodation_unit_locale,
	group_reservation_id, group_reservation_token, extra, forgotten, hash, stored_at, NULL, NULL
FROM reservations;

CREATE TABLE new_reservation_guests (
	organization INTEGER NOT NULL, reservation_id INTEGER NOT NULL, position INTEGER NOT NULL, id INTEGER,
	email TEXT, first_name TEXT, surname TEXT, surname_prefix TEXT, salutation TEXT, phone_number TEXT,
	phone_number_home TEXT, phone_number_work TEXT, address TEXT, address_no TEXT, postal_code TEXT,
	locality TEXT, country TEXT, locale TEXT, birth_date TEXT, membership TEXT, iban TEXT,
	iban_account_name TEXT, bic TEXT, extra TEXT,
	{{template "line key"}}
) STRICT;

INSERT INTO new_reservation_guests SELECT (SELECT id FROM organizations),
	reservation_id, position, id, email, first_name, surname, surname_prefix, salutation, phone_number,
	phone_number_home, phone_number_work, address, address_no, postal_code, locality, country, locale, birth_date,
	membership, iban, iban_account_name, bic, extra
FROM reservation_guests;

{{template "replace" "reservation_guests"}}

CREATE TABLE new_age_group_lines (
	organization INTEGER NOT NULL, reservation_id INTEGER NOT NULL, position INTEGER NOT NULL, id INTEGER,
	description TEXT, {{decimal "quantity"}}, age_group_specification_id INTEGER, extra TEXT,
	{{template "line key"}}
) STRICT;

INSERT INTO new_age_group_lines SELECT (SELECT id FROM organizations),
	reservation_id, position, id, description, quantity, age_group_specification_id, extra
FROM age_group_lines;

{{template "replace" "age_group_lines"}}

CREATE TABLE new_order_lines (
	organization INTEGER NOT NULL, reservation_id INTEGER NOT NULL, position INTEGER NOT NULL, id INTEGER,
	description TEXT, valid_from TEXT, valid_from_at TEXT, valid_through TEXT, valid_through_at TEXT,
	{{decimal "quantity"}}, num_of_days INTEGER, num_of_persons INTEGER, {{decimal "unit_price"}}, tax_rate TEXT,
	{{decimal "tax_base_amount"}}, {{decimal "tax_total"}}, {{decimal "total_price_per_day"}}, {{decimal "total_price"}},
	extra TEXT,
	{{template "line key"}}
) STRICT;

INSERT INTO new_order_lines SELECT (SELECT id FROM organizations),
	reservation_id, position, id, description, valid_from, valid_from_at, valid_through, valid_through_at, quantity,
	num_of_days, num_of_persons, unit_price, tax_rate, tax_base_amount, tax_total, total_price_per_day, total_price,
	extra
FROM order_lines;

{{template "replace" "order_lines"}}

CREATE TABLE new_supplement_order_lines (
	organization INTEGER NOT NULL, reservation_id INTEGER NOT NULL, position INTEGER NOT NULL, id INTEGER,
	description TEXT, {{decimal "quantity"}}, num_of_days INTEGER, num_of_persons INTEGER, {{decimal "unit_price"}},
	{{decimal "total_price_per_day"}}, tax_rate TEXT, {{decimal "tax_base_amount"}}, {{decimal "tax_total"}},
	{{decimal "total_price"}}, required INTEGER, included INTEGER, supplement_id INTEGER, extra TEXT,
	{{template "line key"}}
) STRICT;

INSERT INTO new_supplement_order_lines SELECT (SELECT id FROM organizations),
	reservation_id, position, id, description, quantity, num_of_days, num_of_persons, unit_price,
	total_price_per_day, tax_rate, tax_base_amount, tax_total, total_price, required, included, supplement_id, extra
FROM supplement_order_lines;

{{template "replace" "supplement_order_lines"}}

CREATE TABLE new_cancellation_insurance_charge_lines (
	organization INTEGER NOT NULL, reservation_id INTEGER NOT NULL, position INTEGER NOT NULL, id INTEGER,
	type TEXT, {{decimal "amount"}}, {{decimal "percentage"}}, tax_rate TEXT, {{decimal "tax_base_amount"}},
	{{decimal "tax_total"}}, {{decimal "total_price"}}, extra TEXT,
	{{template "line key"}}
) STRICT;

INSERT INTO new_cancellation_insurance_charge_lines SELECT (SELECT id FROM organizations),
	reservation_id, position, id, type, amount, percentage, tax_rate, tax_base_amount, tax_total, total_price, extra
FROM cancellation_insurance_charge_lines;

{{template "replace" "cancellation_insurance_charge_lines"}}

CREATE TABLE new_deposit_order_lines (
	organization INTEGER NOT NULL, reservation_id INTEGER NOT NULL, position INTEGER NOT NULL, id INTEGER,
	description TEXT, tax_rate TEXT, {{decimal "tax_base_amount"}}, {{decimal "tax_total"}}, {{decimal "total_price"}},
	extra TEXT,
	{{template "line key"}}
) STRICT;

INSERT INTO new_deposit_order_lines SELECT (SELECT id FROM organizations),
	reservation_id, position, id, description, tax_rate, tax_base_amount, tax_total, total_price, extra
FROM deposit_order_lines;

{{template "replace" "deposit_order_lines"}}

CREATE TABLE new_payment_charge_lines (
	organization INTEGER NOT NULL, reservation_id INTEGER NOT NULL, position INTEGER NOT NULL, id INTEGER,
	tax_rate TEXT, {{decimal "tax_base_amount"}}, {{decimal "tax_total"}}, {{decimal "total_price"}}, extra TEXT,
	{{template "line key"}}
) STRICT;

INSERT INTO new_payment_charge_lines SELECT (SELECT id FROM organizations),
	reservation_id, position, id, tax_rate, tax_base_amount, tax_total, total_price, extra
FROM payment_charge_lines;

{{template "replace" "payment_charge_lines"}}

CREATE TABLE new_registration_number_entries (
	organization INTEGER NOT NULL, reservation_id INTEGER NOT NULL, position INTEGER NOT NULL, id INTEGER,
	number TEXT, valid_from TEXT, valid_from_at TEXT, valid_through TEXT, valid_through_at TEXT,
	extra TEXT,
	{{template "line key"}}
) STRICT;

INSERT INTO new_registration_number_entries SELECT (SELECT id FROM organizations),
	reservation_id, position, id, number, valid_from, valid_from_at, valid_through, valid_through_at, extra
FROM registration_number_entries;

{{template "replace" "registration_number_entries"}}
{{template "replace" "reservations"}}

CREATE TABLE new_register_days (
	{{template "organization"}},
	day TEXT NOT NULL, extra TEXT,
	hash TEXT NOT NULL, stored_at TEXT NOT NULL,
	PRIMARY KEY (organization, day)
) STRICT;

INSERT INTO new_register_days SELECT (SELECT id FROM organizations), day, extra, hash, stored_at FROM register_days;

CREATE TABLE new_register_items (
	organization INTEGER NOT NULL, day TEXT NOT NULL, position INTEGER NOT NULL, reservation_id INTEGER,
	reservation_number TEXT, reservation_name TEXT, reservation_accommodation_title TEXT,
	reservation_accommodation_unit_number TEXT, reservation_date_from TEXT, reservation_date_to TEXT,
	age_group_specification_description TEXT, num_of_persons INTEGER, guest_locality TEXT, guest_country TEXT,
	guest_document_type TEXT, modified TEXT, modified_at TEXT, extra TEXT,
	PRIMARY KEY (organization, day, position),
	FOREIGN KEY (organization, day) REFERENCES new_register_days (organization, day)
		ON UPDATE CASCADE ON DELETE CASCADE
) STRICT;

INSERT INTO new_register_items SELECT (SELECT id FROM organizations),
	day, position, reservation_id, reservation_number, reservation_name, reservation_accommodation_title,
	reservation_accommodation_unit_number, reservation_date_from, reservation_date_to,
	age_group_specification_description, num_of_persons, guest_locality, guest_country, guest_document_type,
	modified, modified_at, extra
FROM register_items;

{{template "replace" "register_items"}}
{{template "replace" "register_days"}}

PRAGMA legacy_alter_table = OFF;
