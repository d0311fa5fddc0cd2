-- SPDX-License-Identifier: MIT

-- The comment of the package describes the tables and views, under "Schema".
{{define "organization"}}organization {{id}} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE{{end}}
CREATE TABLE organizations (
	id {{id}} NOT NULL PRIMARY KEY
) {{strict}};

CREATE TABLE mirror_state (
	{{template "organization"}}, name TEXT NOT NULL, value TEXT NOT NULL,
	PRIMARY KEY (organization, name)
) {{strict}};

CREATE TABLE forgotten (
	{{template "organization"}}, kind TEXT NOT NULL, id {{id}} NOT NULL, forgotten_at {{instant}} NOT NULL,
	PRIMARY KEY (organization, kind, id)
) {{strict}};

CREATE TABLE reservations (
	{{template "organization"}}, {{columns "reservations"}},
	forgotten {{bool}} NOT NULL, hash TEXT NOT NULL, stored_at {{instant}} NOT NULL, unread {{text}},
	PRIMARY KEY (organization, id)
) {{strict}};

{{range lines}}
CREATE TABLE {{.}} (
	organization {{id}} NOT NULL, reservation_id {{id}} NOT NULL, position INTEGER NOT NULL, {{columns .}},
	PRIMARY KEY (organization, reservation_id, position),
	FOREIGN KEY (organization, reservation_id) REFERENCES reservations (organization, id) ON DELETE CASCADE
) {{strict}};
{{end}}
CREATE TABLE register_days (
	{{template "organization"}}, day {{day}} NOT NULL, {{columns "register_days"}}, hash TEXT NOT NULL, stored_at {{instant}} NOT NULL,
	PRIMARY KEY (organization, day)
) {{strict}};

CREATE TABLE register_items (
	organization {{id}} NOT NULL, day {{day}} NOT NULL, position INTEGER NOT NULL, {{columns "register_items"}},
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

CREATE VIEW turnover_per_month AS
SELECT organization, {{month "date_from"}} AS month, COUNT(*) AS reservations, {{total "num_of_persons"}} AS persons,
	{{total "num_of_days"}} AS days, {{sum "total_price"}} AS total_price, {{sum "tax_total"}} AS tax_total, {{sum "balance"}} AS balance
FROM reservations
WHERE COALESCE(status, '') NOT IN ('cancelled', 'denied', 'session', 'option', 'option-expired')
	AND cancelled IS NOT {{yes}} AND denied IS NOT {{yes}}
GROUP BY organization, {{month "date_from"}};

CREATE VIEW tourist_tax_nights AS
SELECT organization, {{month "day"}} AS month, guest_country AS country, age_group_specification_description AS age_group,
	{{total "num_of_persons"}} AS nights, COUNT(*) - COUNT(num_of_persons) AS items_without_persons
FROM register_items
GROUP BY organization, {{month "day"}}, guest_country, age_group_specification_description;
