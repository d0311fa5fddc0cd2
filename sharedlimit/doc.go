// SPDX-License-Identifier: MIT

// Package sharedlimit lets clients of [github.com/reservationkit/reservations-go] in several processes, on one machine or
// many, share one rate limit and one pause after a 429, through Redis or a server that speaks its protocol and runs its
// Lua scripts.
//
//	limiter, err := sharedlimit.New(rdb, sharedlimit.Config{Name: "park-7", Rate: 9.5})
//	...
//	client, err := reservations.NewClient(url, key, limiter.Option())
//
// # The rate
//
// All processes together send Config.Rate requests per second. Each request has a slot, and the slots lie 1/Rate apart. A
// process reserves one slot at a time, in the order in which the processes ask. So every process that has enough to do
// gets the same part of the rate, however many goroutines it has, and leaves what it does not need to the others. The
// calls of one process get its slots in the order in which they ask for them.
//
// The clock of Redis counts, so the clocks of the machines may differ. Requests do not arrive exactly as far apart as they
// are sent: with a rate that is equal to what the service allows, some are refused. Choose one that is 3 to 5 per cent lower.
//
// A slot costs one command, and a second one when the process had to wait for the slot, because a pause may have begun
// meanwhile. So between two requests of a process is at least the time of these commands, whatever the rate is.
//
// # The pause
//
// When the service responds with 429, all processes wait for as long as it asks. When that time is over, one request goes
// first. If it is refused as well, the pause begins again; otherwise the other requests follow at the rate. If its
// connection breaks, another request goes first, and if its process is killed, after 5 seconds. A client that was refused
// also slows down by itself: when several were, it takes some 20 seconds until the whole rate is used again.
//
// A process that has reserved a slot learns of the pause when the time of the slot has come, and requests that were sent
// before may still be refused. Such a response makes the pause longer if it asks for a later end. A pause that is longer
// than Config.MaxPause is not shared, because the client does not wait that long either.
//
// # Without Redis
//
// No call fails because of Redis. When Redis cannot be reached, does not respond within Config.Timeout, or returns an
// error, for example because the user may not run scripts, each process keeps to its share by itself: see
// Config.Processes. Redis counts the processes that have asked it within the last ten minutes.
//
// So all processes together keep to the rate from the first request on, also when Redis has never been there, but are
// spread less evenly: a little more than the rate may arrive within a second. When only some of the processes cannot use
// Redis, the others do not know this and use the whole rate; one of four without Redis sends a quarter of the rate in
// addition. A process that has started or was quiet waits for a random part of its interval, so that not all begin together.
//
// A process that could not use Redis tries it again after 100 milliseconds, and then less often, in the end every ten
// seconds; no call waits for that. When Redis is back, the process keeps to its share for as long as Redis was away, at
// most ten seconds, because other processes may not have noticed yet. Then the limit is shared as before, even if Redis
// has lost its data. If it is back within two seconds without its data, all processes together may send up to twice the
// rate within one second, because it gives slots again that were reserved: 50 processes at 20 per second have sent 40.
//
// Config.Logger gets no warning of a response that is late only now and then. The first response may take five seconds,
// because the connection has to be made.
//
// # Cancellation
//
// A call whose context ends while it waits returns the error of the context at once. Its slot goes to the next call of the
// same process, if there is one, and is lost otherwise. A call that would have to wait beyond its deadline, also for the
// calls of its process that are before it, fails at once and takes no slot.
//
// # What is in Redis
//
// For each limit there is one key, "reservations:limit:" and the name. Its value is a hash of a few times and counts,
// with one time for each process under a random name. It holds neither the API key nor anything of a request, and expires
// some ten minutes after its last use. Because it is a single key, Redis Cluster needs no hash tag. The Redis user needs
// the commands EVALSHA, EVAL, TIME, HMGET, HGET, HGETALL, HSET, HDEL, DEL, PTTL and PEXPIRE on this key. The server must
// be Redis 5 or newer.
package sharedlimit
