-- SPDX-License-Identifier: MIT

-- Gives each table an organization. No row is written again: a constant default of a new column is kept
-- with the table, and current_setting is one for the statement.
CREATE TABLE organizations (id BIGINT NOT NULL PRIMARY KEY);
INSERT INTO organizations SELECT (value::json ->> 'Organization')::bigint FROM mirror_state WHERE name = 'settings';
SELECT set_config('mirror.organization', (SELECT COALESCE(MAX(id), 0) FROM organizations)::text, true);

{{define "add"}}
ALTER TABLE {{.}} ADD COLUMN organization BIGINT NOT NULL DEFAULT current_setting('mirror.organization')::bigint;
ALTER TABLE {{.}} ALTER COLUMN organization DROP DEFAULT, DROP CONSTRAINT {{.}}_pkey;
{{end}}
{{define "parent"}}
{{template "add" .}}
ALTER TABLE {{.}} ADD FOREIGN KEY (organization) REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
{{end}}
{{define "lines"}}
ALTER TABLE {{.}} DROP CONSTRAINT {{.}}_reservation_id_fkey;
{{template "add" .}}
ALTER TABLE {{.}} ADD PRIMARY KEY (organization, reservation_id, position);
{{end}}
{{define "of reservations"}}
ALTER TABLE {{.}} ADD FOREIGN KEY (organization, reservation_id) REFERENCES reservations (organization, id)
	ON UPDATE CASCADE ON DELETE CASCADE;
{{end}}

{{template "lines" "reservation_guests"}}
{{template "lines" "age_group_lines"}}
{{template "lines" "order_lines"}}
{{template "lines" "supplement_order_lines"}}
{{template "lines" "cancellation_insurance_charge_lines"}}
{{template "lines" "deposit_order_lines"}}
{{template "lines" "payment_charge_lines"}}
{{template "lines" "registration_number_entries"}}

{{template "parent" "reservations"}}
ALTER TABLE reservations ADD COLUMN unread TEXT, ADD COLUMN kept TEXT;
ALTER TABLE reservations ADD PRIMARY KEY (organization, id);

{{template "of reservations" "reservation_guests"}}
{{template "of reservations" "age_group_lines"}}
{{template "of reservations" "order_lines"}}
{{template "of reservations" "supplement_order_lines"}}
{{template "of reservations" "cancellation_insurance_charge_lines"}}
{{template "of reservations" "deposit_order_lines"}}
{{template "of reservations" "payment_charge_lines"}}
{{template "of reservations" "registration_number_entries"}}

ALTER TABLE register_items DROP CONSTRAINT register_items_day_fkey;
{{template "add" "register_items"}}
ALTER TABLE register_items ADD PRIMARY KEY (organization, day, position);
{{template "parent" "register_days"}}
ALTER TABLE register_days ADD PRIMARY KEY (organization, day);
ALTER TABLE register_items ADD FOREIGN KEY (organization, day) REFERENCES register_days (organization, day)
	ON UPDATE CASCADE ON DELETE CASCADE;

{{template "parent" "forgotten"}}
ALTER TABLE forgotten ADD PRIMARY KEY (organization, kind, id);
{{template "parent" "mirror_state"}}
ALTER TABLE mirror_state ADD PRIMARY KEY (organization, name);
{{template "parent" "mirror_seen"}}
ALTER TABLE mirror_seen ADD PRIMARY KEY (organization, id);

DROP INDEX reservations_date_from;
DROP INDEX reservations_stored_at;
DROP INDEX reservation_guests_id;
DROP INDEX register_items_reservation_id;
