-- SPDX-License-Identifier: MIT

-- Gives leave to send one request, or tells how long to wait. The times are microseconds of
-- Redis' own clock, so the clocks of those who ask do not matter.
--
-- A slot is the time at which one request may be sent. Slots lie one interval apart, save
-- for a burst after a quiet time, and go to those who ask in the order in which they ask.
-- Who has to wait for a slot asks again when it is due, because a pause may have begun.
--
-- Returns how long to wait, the slot that is reserved (0 for none), and the end of the pause
-- for which this request is the probe (0 for none). Leave is given when the wait is 0.
local interval, burst, slot = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local longest, probe_time, poll = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local mine = tonumber(ARGV[7]) -- the pause for which this process has leave to send the probe, and has not sent it

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local state = redis.call('HMGET', KEYS[1], 'next', 'pause', 'probe', 'seen')
local function field(i)
	local n = tonumber(state[i] or 0)
	if n and n >= 0 and n < 1e16 then
		return n
	end
	return 0 -- somebody else has written it
end
local free, pause, probe, seen = field(1), field(2), field(3), field(4)
if now < seen - 1000000 then -- another server has taken over, whose clock is behind
	redis.call('DEL', KEYS[1])
	free, pause, probe = 0, 0, 0
end

local function write(n) return string.format('%.0f', n) end
local function save()
	redis.call('HSET', KEYS[1], 'next', write(free), 'seen', write(now))
	local last = math.max(free, pause, probe)
	redis.call('PEXPIRE', KEYS[1], write((last - now) / 1000 + 60000))
end

if pause > 0 then
	if now < pause then
		return {pause - now, 0, 0}
	end
	if now < probe and pause ~= mine then -- its outcome is not known yet
		return {math.min(probe - now, poll), 0, 0}
	end
	redis.call('HSET', KEYS[1], 'probe', write(now + probe_time))
	free = math.max(now, free) + interval
	save()
	return {0, 0, pause}
end

if slot == 0 or slot + interval > free then -- none is reserved, or Redis has lost it
	slot = math.max(now, free - burst)
	if slot - now > longest then
		return {slot - now, 0, 0}
	end
	free = math.max(now, free) + interval
	save()
end
return {math.max(0, slot - now), slot, 0}
