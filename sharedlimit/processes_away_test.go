// SPDX-License-Identifier: MIT

//go:build unix

package sharedlimit_test

import (
	"net"
	"strings"
	"syscall"
	"testing"
	"time"
)

// distant forwards connections to an address, and delivers what that responds later. It returns
// an address that is so far away.
func distant(t *testing.T, addr string, by time.Duration) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", addr)
			if err != nil {
				near.Close()
				continue
			}
			go deliver(far, near, 0)
			go deliver(near, far, by)
		}
	}()
	return listener.Addr().String()
}

// deliver copies what it reads, each piece so much later, until either side is closed.
func deliver(to, from net.Conn, later time.Duration) {
	type piece struct {
		data []byte
		at   time.Time
	}
	pieces := make(chan piece, 1000)
	go func() {
		defer to.Close()
		for p := range pieces {
			time.Sleep(time.Until(p.at))
			if _, err := to.Write(p.data); err != nil {
				from.Close()
			}
		}
	}()
	defer close(pieces)
	for {
		data := make([]byte, 4096)
		n, err := from.Read(data)
		if err != nil {
			return
		}
		pieces <- piece{data[:n], time.Now().Add(later)}
	}
}

// signal sends a signal to some processes.
func (c *crowd) signal(s syscall.Signal, to ...int) {
	c.t.Helper()
	for _, i := range to {
		if err := c.processes[i].Signal(s); err != nil {
			c.t.Fatal(err)
		}
	}
}

// awayCase is a way in which Redis cannot be used.
type awayCase struct {
	name  string
	start func(*testing.T, *realRedis) (url string) // before the processes start
	then  func(*realRedis, *crowd)                  // when they have sent for three seconds
	least float64                                   // requests per second
	logs  string                                    // by each process, or nothing
}

func direct(_ *testing.T, r *realRedis) string { return "redis://" + r.addr }

var awayCases = []awayCase{
	{"wrong type of the key", func(t *testing.T, r *realRedis) string {
		r.do(t, "SET", key, "another program")
		return "redis://" + r.addr
	}, nil, 18, "WRONGTYPE"},
	{"wrong rights", func(t *testing.T, r *realRedis) string {
		r.do(t, "ACL", "SETUSER", "worker", "on", ">right", "~*", "-@all", "+hello", "+client", "+ping")
		return "redis://worker:right@" + r.addr
	}, nil, 18, "NOPERM"},
	{"wrong password", func(t *testing.T, r *realRedis) string {
		r.do(t, "ACL", "SETUSER", "worker", "on", ">right", "~*", "+@all")
		return "redis://worker:" + password + "@" + r.addr
	}, nil, 18, "WRONGPASS"},
	{"killed and started again", direct, func(r *realRedis, _ *crowd) {
		r.kill()
		time.Sleep(4 * time.Second)
		r.start()
	}, 16, "cannot be used"},
	{"200 ms away", func(t *testing.T, r *realRedis) string {
		return "redis://" + distant(t, r.addr, 200*time.Millisecond)
	}, nil, 10, ""},
	{"on a busy machine", direct, func(r *realRedis, _ *crowd) {
		for i := range 6 {
			r.signal(syscall.SIGSTOP)
			time.Sleep(time.Duration(i+1) * 150 * time.Millisecond)
			r.signal(syscall.SIGCONT)
			time.Sleep(300 * time.Millisecond)
		}
	}, 14, ""},
	{"processes are halted", direct, func(_ *realRedis, c *crowd) {
		for _, halted := range [][]int{{0}, {1, 2}, {0, 1, 2, 3}} {
			c.signal(syscall.SIGSTOP, halted...)
			time.Sleep(time.Second)
			c.signal(syscall.SIGCONT, halted...)
			time.Sleep(time.Second)
		}
	}, 14, ""},
}

// TestProcessesWithoutRedis: four processes want to send more than 20 requests per second to a
// service that refuses none. Whatever happens to Redis, it gets 26 within any second at most, and
// all processes go on.
func TestProcessesWithoutRedis(t *testing.T) {
	for _, test := range awayCases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := startRedis(t)
			s := newService()
			s.limit = 1 << 30
			c := startCrowd(t, 4, s, test.start(t, r), "20 250")
			c.until("all four send", func() bool { return len(c.since(time.Time{})) == 4 })
			from := time.Now()
			time.Sleep(3 * time.Second)
			if test.then != nil {
				test.then(r, c)
			}
			time.Sleep(3 * time.Second)
			to := time.Now()
			s.mu.Lock()
			defer s.mu.Unlock()
			n, begin := most(s.accepted)
			if n > 26 {
				t.Errorf("%d requests within a second, %v after the first, want 26 at most", n, begin.Sub(s.accepted[0].at))
			}
			total, each := between(s.accepted, from, to)
			rate := float64(total) / to.Sub(from).Seconds()
			if rate < test.least || len(each) != 4 {
				t.Errorf("%.1f requests per second: %v, want %v at least", rate, each, test.least)
			}
			t.Logf("%d requests within a second at most, %.1f per second: %v", n, rate, each)
			log := c.logs.String()
			if test.logs == "" && log != "" || test.logs != "" && strings.Count(log, test.logs) != 4 || strings.Contains(log, password) {
				t.Errorf("want each process to log %q, got:\n%s", test.logs, log)
			}
		})
	}
}
