-- SPDX-License-Identifier: MIT

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
{{define "turnover"}}SELECT {{month "date_from"}} AS month, COUNT(*) AS reservations, {{total "num_of_persons"}} AS persons,
	{{total "num_of_days"}} AS days, {{sum "total_price"}} AS total_price, {{sum "tax_total"}} AS tax_total,
	{{sum "balance"}} AS balance{{.}}
FROM reservations
WHERE COALESCE(status, '') NOT IN ('cancelled', 'denied', 'session', 'option', 'option-expired')
	AND cancelled IS NOT {{yes}} AND denied IS NOT {{yes}}
GROUP BY {{month "date_from"}}{{.}};{{end}}

{{create_view}} turnover_per_month AS
{{template "turnover" ", organization"}}

{{create_view}} turnover_per_month_all AS
{{template "turnover" ""}}

-- Nights that persons were present, by the month of the night, country and age group.
{{define "tax"}}SELECT {{month "day"}} AS month, guest_country AS country, age_group_specification_description AS age_group,
	{{total "num_of_persons"}} AS nights, COUNT(*) - COUNT(num_of_persons) AS items_without_persons{{.}}
FROM register_items
GROUP BY {{month "day"}}, guest_country, age_group_specification_description{{.}};{{end}}

{{create_view}} tourist_tax_nights AS
{{template "tax" ", organization"}}

{{create_view}} tourist_tax_nights_all AS
{{template "tax" ""}}
