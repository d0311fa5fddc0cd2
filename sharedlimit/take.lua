-- SPDX-License-Identifier: MIT

-- Gives permission to send one request, or tells how long to wait. The times are microseconds of Redis' own clock.
--
-- A slot is the time at which one request may be sent. Slots lie one interval apart, except for a burst after a quiet
-- time. Who has to wait for a slot asks again at its time, because a pause may have begun.
--
-- Returns how long to wait, the slot that is reserved (0 for none), the end of the pause for which this request is the
-- probe (0 for none), how many processes asked within the last ten minutes, or wait for a slot, and the interval of
-- another process if it is a different one (0 otherwise). Permission is given when the wait is 0.
local interval, burst, slot = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local longest, probe_time, poll = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local mine = tonumber(ARGV[7]) -- the pause for which this process has permission to send the probe, and has not sent it
local process = 'process:' .. ARGV[8]
local own = tonumber(ARGV[9]) -- how long this process waits in any case

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local state = redis.call('HMGET', KEYS[1], 'next', 'pause', 'probe', 'seen', process, 'processes', 'interval')
local function number(text)
	local n = tonumber(text or 0)
	if n and n >= 0 and n < 1e16 then
		return n
	end
	return 0 -- somebody else has written it
end
local free, pause, probe, seen = number(state[1]), number(state[2]), number(state[3]), number(state[4])
local counted, processes, other = number(state[5]), number(state[6]), number(state[7])
if other == interval then
	other = 0
end
local remembered = 600e6 + processes * interval -- each of them may wait for its slot
if now < seen - 1000000 then -- another server has taken over, whose clock is behind
	redis.call('DEL', KEYS[1])
	free, pause, probe, counted = 0, 0, 0, 0
end

local function write(n) return string.format('%.0f', n) end
local function save()
	redis.call('HSET', KEYS[1], 'next', write(free), 'seen', write(now))
	local last = math.max(now, free, pause, probe)
	redis.call('PEXPIRE', KEYS[1], write((last - now + remembered) / 1000))
end

if counted < now + remembered - 10e6 or processes == 0 then -- every ten seconds
	redis.call('HSET', KEYS[1], process, write(now + remembered))
	processes = 0
	local all = redis.call('HGETALL', KEYS[1])
	for i = 1, #all, 2 do
		if string.sub(all[i], 1, 8) == 'process:' then
			if number(all[i + 1]) < now then
				redis.call('HDEL', KEYS[1], all[i])
			else
				processes = processes + 1
			end
		end
	end
	redis.call('HSET', KEYS[1], 'processes', processes, 'interval', ARGV[1])
	save()
end

if pause > 0 then
	if now < pause then
		return {pause - now, 0, 0, processes, other}
	end
	if now < probe and pause ~= mine then -- its outcome is not known yet
		return {math.min(probe - now, poll), 0, 0, processes, other}
	end
	redis.call('HSET', KEYS[1], 'probe', write(now + probe_time))
	free = math.max(now, free) + interval
	save()
	return {0, 0, pause, processes, other}
end

if slot == 0 or slot + interval > free then -- none is reserved, or Redis has lost it
	slot = math.max(now + own, free - burst)
	if slot - now > longest then
		return {slot - now, 0, 0, processes, other}
	end
	free = math.max(slot, free) + interval
	save()
end
return {math.max(0, slot - now), slot, 0, processes, other}
