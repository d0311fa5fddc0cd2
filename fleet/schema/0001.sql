-- SPDX-License-Identifier: MIT

CREATE TABLE fleet_parks (
	organization BIGINT NOT NULL PRIMARY KEY,
	name TEXT NOT NULL,
	base_url TEXT NOT NULL,
	key_name TEXT NOT NULL,
	limit_name TEXT NOT NULL,
	window_from TEXT NOT NULL,
	window_to TEXT NOT NULL,
	window_zone TEXT NOT NULL,
	sync_interval INTERVAL NOT NULL,
	paused BOOLEAN NOT NULL,
	revision BIGINT NOT NULL DEFAULT 1,

	due_at TIMESTAMPTZ,
	worker TEXT,
	taken_at TIMESTAMPTZ,
	leased_until TIMESTAMPTZ,

	began_at TIMESTAMPTZ,
	ended_at TIMESTAMPTZ,
	outcome TEXT NOT NULL DEFAULT '',
	problem TEXT NOT NULL DEFAULT '',
	failures BIGINT NOT NULL DEFAULT 0,
	outages BIGINT NOT NULL DEFAULT 0,
	asked_wait INTERVAL NOT NULL DEFAULT '0',
	reservations BIGINT NOT NULL DEFAULT 0,
	nights BIGINT NOT NULL DEFAULT 0,
	warnings BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX fleet_parks_due ON fleet_parks (due_at);

CREATE INDEX fleet_parks_taken ON fleet_parks (leased_until) WHERE leased_until IS NOT NULL;

COMMENT ON TABLE fleet_parks IS 'The list of parks, one row each, with the schedule and the last sync of each. Change it with the functions of package fleet.';

COMMENT ON COLUMN fleet_parks.organization IS 'Id of the organization that is copied.';

COMMENT ON COLUMN fleet_parks.name IS 'What people call the park.';

COMMENT ON COLUMN fleet_parks.base_url IS 'Address of its service.';

COMMENT ON COLUMN fleet_parks.key_name IS 'Name of its API key, never the key.';

COMMENT ON COLUMN fleet_parks.limit_name IS 'Name of its rate limit. Parks with the same name share one.';

COMMENT ON COLUMN fleet_parks.window_from IS 'Beginning of the time of the day in which its nightly sync begins; empty for the whole day.';

COMMENT ON COLUMN fleet_parks.window_to IS 'End of that time.';

COMMENT ON COLUMN fleet_parks.window_zone IS 'Time zone of that time; empty for UTC.';

COMMENT ON COLUMN fleet_parks.sync_interval IS 'Time between two syncs outside of the window; 0 for none there.';

COMMENT ON COLUMN fleet_parks.paused IS 'Whether the park is left alone.';

COMMENT ON COLUMN fleet_parks.revision IS 'Number of the last change of the entry.';

COMMENT ON COLUMN fleet_parks.due_at IS 'Its next sync, or the one that runs: from when on a worker may take the park. NULL for never.';

COMMENT ON COLUMN fleet_parks.worker IS 'Name of the worker that has the park.';

COMMENT ON COLUMN fleet_parks.taken_at IS 'When that worker took it.';

COMMENT ON COLUMN fleet_parks.leased_until IS 'Until when it has it, unless it prolongs that: then another worker may take the park.';

COMMENT ON COLUMN fleet_parks.began_at IS 'Beginning of the last sync that succeeded: the copy is as new as this.';

COMMENT ON COLUMN fleet_parks.ended_at IS 'End of the last sync, whatever came of it.';

COMMENT ON COLUMN fleet_parks.outcome IS 'What came of the last sync: done, unavailable, failed or refused; empty before the first, and after the entry was changed or resumed.';

COMMENT ON COLUMN fleet_parks.problem IS 'Why the last sync did not succeed, without any text of the service.';

COMMENT ON COLUMN fleet_parks.failures IS 'Number of syncs that failed since the last one that succeeded.';

COMMENT ON COLUMN fleet_parks.outages IS 'Number of syncs in a row for which the service or the database was not available.';

COMMENT ON COLUMN fleet_parks.asked_wait IS 'How long the service asked to wait in the last sync.';

COMMENT ON COLUMN fleet_parks.reservations IS 'Number of reservations in the copy.';

COMMENT ON COLUMN fleet_parks.nights IS 'Number of nights of the register in the copy.';

COMMENT ON COLUMN fleet_parks.warnings IS 'Number of records and values that could not be read in the last sync that succeeded.';

CREATE VIEW fleet_status AS
SELECT organization, name,
	CASE
		WHEN leased_until > now() THEN 'running'
		WHEN paused THEN 'paused'
		WHEN outcome = 'refused' THEN 'stopped'
		WHEN due_at <= now() THEN 'waiting'
		ELSE 'scheduled'
	END AS state,
	began_at AS last_success, now() - began_at AS age, reservations, nights, warnings,
	CASE WHEN leased_until > now() THEN NULL ELSE due_at END AS next_run,
	outcome AS last_outcome, problem, failures, ended_at AS last_end, worker, taken_at AS running_since
FROM fleet_parks;

COMMENT ON VIEW fleet_status IS 'How each park is: running, paused, stopped (its key was refused), waiting (for a worker) or scheduled; the age of its copy, and its next sync.';
