-- SPDX-License-Identifier: MIT

-- Begins a pause, or makes one longer. After it one request goes first: see take.lua.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local pause = math.max(now + tonumber(ARGV[1]), tonumber(redis.call('HGET', KEYS[1], 'pause') or 0) or 0)
redis.call('HSET', KEYS[1], 'pause', string.format('%.0f', pause))
redis.call('HDEL', KEYS[1], 'probe')
local expiry = math.max((pause - now) / 1000 + 60000, redis.call('PTTL', KEYS[1]))
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', expiry))
return {}
