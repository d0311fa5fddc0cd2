// SPDX-License-Identifier: MIT

//go:build unix

package sharedlimit_test

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

// These tests start three real processes, which share a limit through a real Redis. They
// are about rates, so they count the requests that arrive within real seconds.

const (
	redisServer = "RESERVATIONS_TEST_REDIS_SERVER" // path of the program that the tests start
	workerRedis = "RESERVATIONS_TEST_WORKER_REDIS" // address, for a process that sends requests
	workerURL   = "RESERVATIONS_TEST_WORKER_URL"
)

// worker is what the test program does in a process of its own: it calls the service until
// its standard input ends.
func worker() error {
	redis.SetLogger(silent{})
	rdb := redis.NewClient(&redis.Options{Addr: os.Getenv(workerRedis)})
	defer rdb.Close()
	limiter, err := sharedlimit.New(rdb, sharedlimit.Config{Name: name, Rate: 9.7, Timeout: time.Second})
	if err != nil {
		return err
	}
	client, err := reservations.NewClient(os.Getenv(workerURL), reservationstest.Key, limiter.Option(), reservations.WithUserAgent(fmt.Sprintf("worker/%d", os.Getpid())))
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		bufio.NewReader(os.Stdin).ReadByte()
		stop()
	}()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for call(ctx, client) == nil {
			}
			if ctx.Err() == nil {
				fmt.Fprintln(os.Stderr, "a call failed")
			}
			stop()
		})
	}
	all.Wait()
	return nil
}

// realRedis is a redis-server on a free port, which can be stopped and started again.
type realRedis struct {
	t       *testing.T
	program string
	addr    string
	cmd     *exec.Cmd
}

func startRedis(t *testing.T) *realRedis {
	t.Helper()
	program := os.Getenv(redisServer)
	if program == "" {
		t.Skipf("%s is not set", redisServer)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	r := &realRedis{t: t, program: program, addr: listener.Addr().String()}
	r.start()
	t.Cleanup(r.kill)
	return r
}

func (r *realRedis) start() {
	r.t.Helper()
	_, port, _ := net.SplitHostPort(r.addr)
	r.cmd = exec.Command(r.program, "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no", "--dir", r.t.TempDir())
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.Contains(strings.ToLower(lines.Text()), "ready to accept connections") {
			go func() {
				for lines.Scan() { // so that the server is never blocked by its log
				}
			}()
			return
		}
	}
	r.t.Fatalf("%s did not start", r.program)
}

func (r *realRedis) kill() {
	r.cmd.Process.Kill()
	r.cmd.Wait()
}

func (r *realRedis) signal(s syscall.Signal) {
	r.t.Helper()
	if err := r.cmd.Process.Signal(s); err != nil {
		r.t.Fatal(err)
	}
}

// crowd is three processes that call a service which accepts ten requests per second.
type crowd struct {
	t       *testing.T
	service *service
	logs    *lockedBuffer
}

func startCrowd(t *testing.T, addr string) *crowd {
	t.Helper()
	c := &crowd{t, newService(), new(lockedBuffer)}
	c.service.limit, c.service.window = 50, 5*time.Second // on a busy machine requests are late
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		process, _, _ := strings.Cut(r.UserAgent(), " ")
		if c.service.refuses(process) {
			w.Header().Set("Retry-After", c.service.after)
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		c.service.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	for range 3 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), workerRedis+"="+addr, workerURL+"="+server.URL)
		cmd.Stderr = c.logs
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			stdin.Close()
			if err := cmd.Wait(); err != nil {
				t.Errorf("a process ended with %v", err)
			}
		})
	}
	c.until("all three send", func() bool { return len(c.since(time.Time{})) == 3 })
	return c
}

func (c *crowd) since(from time.Time) map[string]int {
	_, each := c.service.counts(from, time.Now())
	return each
}

func (c *crowd) refusals() []arrival {
	c.service.mu.Lock()
	defer c.service.mu.Unlock()
	return c.service.refused
}

// until waits for something that the processes do.
func (c *crowd) until(what string, happened func() bool) {
	c.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !happened(); {
		if time.Now().After(deadline) {
			c.t.Fatalf("in vain it was waited until %s; logged:\n%s", what, c.logs)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// logged waits until each process has logged a text so many times.
func (c *crowd) logged(text string, times int) {
	c.t.Helper()
	c.until(fmt.Sprintf("%q is logged %d times", text, 3*times), func() bool { return strings.Count(c.logs.String(), text) >= 3*times })
}

// TestProcessesShareTheRate counts what three processes send in ten seconds.
func TestProcessesShareTheRate(t *testing.T) {
	c := startCrowd(t, startRedis(t).addr)
	const seconds = 10
	from := time.Now()
	to := from.Add(seconds * time.Second)
	c.until("the time is over", func() bool { return time.Now().After(to) })
	total, each := c.service.counts(from, to)
	if math.Abs(float64(total)/seconds-10) > 0.5 || len(each) != 3 {
		t.Errorf("%d requests in %d s, want 10 per second: %v", total, seconds, each)
	}
	for process, n := range each {
		if share := float64(n) * 3 / float64(total); share < 0.9 || share > 1.1 {
			t.Errorf("%s sent %d of %d requests: %v", process, n, total, each)
		}
	}
	if refused := c.refusals(); len(refused) > 1 {
		t.Errorf("%d requests were refused", len(refused))
	}
	t.Logf("%d requests in %d s: %v, %d refused; logged:\n%s", total, seconds, each, len(c.refusals()), c.logs)
}

// TestProcessesShareThePause: a 429 to one of them makes all wait.
func TestProcessesShareThePause(t *testing.T) {
	c := startCrowd(t, startRedis(t).addr)
	c.service.mu.Lock()
	next := len(c.service.accepted) + 10
	c.service.refuse, c.service.after = func(a arrival) bool { return a.number == next }, "2"
	c.service.mu.Unlock()
	c.until("one is refused", func() bool { return len(c.refusals()) == 1 })
	refused := c.refusals()[0]
	over := refused.at.Add(2 * time.Second)
	c.until("all three send again", func() bool { return len(c.since(over)) == 3 })
	if n, each := c.service.counts(refused.at.Add(150*time.Millisecond), over); n > 0 { // others may have been under way
		t.Errorf("%d requests during the pause after a 429 to %s: %v", n, refused.process, each)
	}
	if n := len(c.refusals()); n != 1 {
		t.Errorf("%d requests were refused, want 1", n)
	}
}

// TestProcessesWithoutRedis: nobody stops when Redis is halted, killed, or started again with
// nothing in it. Each process warns once, and shares the limit when Redis is back.
func TestProcessesWithoutRedis(t *testing.T) {
	r := startRedis(t)
	c := startCrowd(t, r.addr)
	c.service.mu.Lock()
	c.service.limit = 1000 // so that more arrive without Redis
	c.service.mu.Unlock()
	faster := func(when string) {
		t.Helper()
		from := time.Now()
		c.until("each sends 10 requests "+when, func() bool {
			each := c.since(from)
			return len(each) == 3 && min(10, leastOf(each)) == 10
		})
	}
	slower := func(when string) {
		t.Helper()
		from := time.Now()
		c.until("20 requests arrive "+when, func() bool { n, _ := c.service.counts(from, time.Now()); return n >= 20 })
		if took := time.Since(from); took < 1500*time.Millisecond {
			t.Errorf("%s: 20 requests arrived in %v, want 2 s", when, took)
		}
	}
	slower("with Redis")
	r.signal(syscall.SIGSTOP)
	c.logged(`cannot be used`, 1)
	faster("while Redis is halted")
	r.signal(syscall.SIGCONT)
	c.logged(`is used again`, 1)
	slower("when Redis goes on")
	r.kill()
	c.logged(`cannot be used`, 2)
	faster("while there is no Redis")
	r.start()
	c.logged(`is used again`, 2)
	slower("with the new Redis")
	if n := strings.Count(c.logs.String(), "\n"); n != 12 {
		t.Errorf("%d lines were logged, want 12:\n%s", n, c.logs)
	}
}

func leastOf(each map[string]int) int {
	least := math.MaxInt
	for _, n := range each {
		least = min(least, n)
	}
	return least
}
