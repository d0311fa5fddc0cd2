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

// These tests start real processes, which share a limit through a real Redis. They are about
// rates, so they count the requests that arrive within real seconds.

const (
	redisServer = "RESERVATIONS_TEST_REDIS_SERVER" // path of the program that the tests start
	workerRedis = "RESERVATIONS_TEST_WORKER_REDIS" // URL, for a process that sends requests
	workerURL   = "RESERVATIONS_TEST_WORKER_URL"
	workerLimit = "RESERVATIONS_TEST_WORKER_LIMIT" // rate, and timeout in milliseconds
)

// worker is what the test program does in a process of its own: it calls the service until
// its standard input ends.
func worker() error {
	redis.SetLogger(silent{})
	options, err := redis.ParseURL(os.Getenv(workerRedis))
	if err != nil {
		return err
	}
	rdb := redis.NewClient(options)
	defer rdb.Close()
	var rate float64
	var timeout int
	if _, err := fmt.Sscan(os.Getenv(workerLimit), &rate, &timeout); err != nil {
		return err
	}
	limiter, err := sharedlimit.New(rdb, sharedlimit.Config{Name: name, Rate: rate, Timeout: time.Duration(timeout) * time.Millisecond})
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

// do sends a command to the server.
func (r *realRedis) do(t *testing.T, command ...any) {
	t.Helper()
	rdb := redis.NewClient(&redis.Options{Addr: r.addr})
	defer rdb.Close()
	if err := rdb.Do(t.Context(), command...).Err(); err != nil {
		t.Fatal(err)
	}
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

// crowd is some processes that call a service.
type crowd struct {
	t         *testing.T
	service   *service
	logs      *lockedBuffer
	processes []*os.Process
}

// startThree starts three processes, and a service that accepts ten requests per second.
func startThree(t *testing.T, redisURL string) *crowd {
	t.Helper()
	s := newService()
	s.limit, s.window = 50, 5*time.Second // on a busy machine requests are late
	c := startCrowd(t, 3, s, redisURL, "9.7 1000")
	c.until("all three send", func() bool { return len(c.since(time.Time{})) == 3 })
	return c
}

func startCrowd(t *testing.T, processes int, s *service, redisURL, limit string) *crowd {
	t.Helper()
	c := &crowd{t: t, service: s, logs: new(lockedBuffer)}
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
	for range processes {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), workerRedis+"="+redisURL, workerURL+"="+server.URL, workerLimit+"="+limit)
		cmd.Stderr = c.logs
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		c.processes = append(c.processes, cmd.Process)
		t.Cleanup(func() {
			stdin.Close()
			if err := cmd.Wait(); err != nil {
				t.Errorf("a process ended with %v", err)
			}
		})
	}
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

// TestProcessesShareTheRate counts what three processes send in ten seconds.
func TestProcessesShareTheRate(t *testing.T) {
	c := startThree(t, "redis://"+startRedis(t).addr)
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

// TestProcessesShareThePause: a 429 to one of them makes all wait. They have no more rights than
// the documentation of the package names.
func TestProcessesShareThePause(t *testing.T) {
	r := startRedis(t)
	r.do(t, "ACL", "SETUSER", "worker", "on", ">right", "~reservations:limit:*", "-@all", "+evalsha", "+eval", "+time", "+hmget",
		"+hget", "+hgetall", "+hset", "+hdel", "+del", "+pttl", "+pexpire")
	c := startThree(t, "redis://worker:right@"+r.addr)
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
	if log := c.logs.String(); log != "" {
		t.Errorf("logged:\n%s", log)
	}
}
