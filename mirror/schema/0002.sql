-- SPDX-License-Identifier: MIT

-- The first version stored locales, which can be any text, of guests to forget and with Redact.
{{define "redacted"}}EXISTS (SELECT 1 FROM mirror_state WHERE name = 'settings' AND value LIKE '%"Redact":true%'){{end}}

UPDATE reservation_guests SET locale = NULL
WHERE reservation_id IN (SELECT id FROM reservations WHERE forgotten) OR {{template "redacted"}};

UPDATE reservations SET locale = NULL, accommodation_locale = NULL, accommodation_category_locale = NULL,
	accommodation_unit_locale = NULL
WHERE forgotten OR {{template "redacted"}};
