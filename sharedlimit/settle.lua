-- SPDX-License-Identifier: MIT

-- Tells the outcome of the probe of a pause: 1 when it was accepted, which ends the pause,
-- and 0 when nothing is known, so that another may go.
if redis.call('HGET', KEYS[1], 'pause') == ARGV[1] then
	redis.call('HDEL', KEYS[1], 'probe')
	if ARGV[2] == '1' then
		redis.call('HDEL', KEYS[1], 'pause')
	end
end
return {}
