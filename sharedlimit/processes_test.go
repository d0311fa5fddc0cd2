// SPDX-License-Identifier: MIT

//go:build unix

package sharedlimit_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

const (
	redisServer = "RESERVATIONS_TEST_REDIS_SERVER" // path of the program that TestProcesses starts
	workerRedis = "RESERVATIONS_TEST_WORKER_REDIS" // URL, for a process that sends requests
	workerURL   = "RESERVATIONS_TEST_WORKER_URL"
)

// TestMain is, in a process of its own, a worker that calls the service until it is killed.
func TestMain(m *testing.M) {
	if os.Getenv(workerURL) == "" {
		os.Exit(m.Run())
	}
	rdb := redis.NewClient(must(redis.ParseURL(os.Getenv(workerRedis))))
	limiter := must(sharedlimit.New(rdb, sharedlimit.Config{Name: name, Rate: 9.7, Timeout: time.Second}))
	agent := reservations.WithUserAgent(fmt.Sprintf("worker/%d", os.Getpid()))
	client := must(reservations.NewClient(os.Getenv(workerURL), reservationstest.Key, limiter.Option(), agent))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for {
				must(0, call(context.Background(), client))
			}
		})
	}
	all.Wait()
}

// startRedis starts a redis-server, and returns its process and the URL of a user who has no more rights than the
// documentation of the package names.
func startRedis(t *testing.T) (server *os.Process, url string) {
	t.Helper()
	program := os.Getenv(redisServer)
	if program == "" {
		t.Skipf("%s is not set", redisServer)
	}
	folder := must(os.MkdirTemp("", "redis")) //nolint:usetesting // that of t has too long a name for a socket
	t.Cleanup(func() { os.RemoveAll(folder) })
	socket := filepath.Join(folder, "socket")
	const user = "--user worker on >right ~reservations:limit:* -@all +evalsha +eval +time +hmget +hget +hgetall +hset +hdel +del +pttl +pexpire"
	cmd := exec.Command(program, append([]string{"--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder}, strings.Fields(user)...)...)
	start(t, cmd)
	until(t, "Redis listens", func() bool {
		_, err := os.Stat(socket)
		return err == nil
	})
	return cmd.Process, "unix://worker:right@" + socket
}

// start starts a process that is killed at the end of the test.
func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	must(0, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
}

// until waits until something has happened.
func until(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for begin := time.Now(); !happened(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Fatalf("in vain it was waited until %s", what)
		}
	}
}

// TestProcesses share the rate and the pause through a real Redis, and go on when it is killed.
func TestProcesses(t *testing.T) {
	server, redisURL := startRedis(t)
	s := newService()
	s.limit = 1 << 30
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		process, _, _ := strings.Cut(r.UserAgent(), " ")
		if s.refuses(process) {
			reservationstest.TooManyRequests("4")(w, r, nil)
			return
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(api.Close)
	logs := must(os.Create(filepath.Join(t.TempDir(), "log")))
	logged := func() string { return string(must(os.ReadFile(logs.Name()))) }
	t.Cleanup(func() {
		logs.Close()
		t.Log(logged())
	})
	for range 3 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), workerRedis+"="+redisURL, workerURL+"="+api.URL)
		cmd.Stderr = logs
		start(t, cmd)
	}
	allSend := func(since time.Time) func() bool {
		return func() bool {
			_, each := s.counts(since, time.Now())
			return len(each) == 3
		}
	}
	until(t, "all three send", allSend(time.Time{}))
	from := time.Now()
	until(t, "they have sent 60", func() bool { n, _ := s.counts(from, time.Now()); return n >= 60 })
	if took := time.Since(from); took < 5500*time.Millisecond {
		t.Errorf("60 requests were sent in %v", took)
	}
	until(t, "each of them was one that sent", allSend(from))

	refusedAt := make(chan time.Time, 1)
	s.mu.Lock()
	next := len(s.accepted) + 10
	s.refuse = func(a arrival) bool {
		if a.number == next {
			refusedAt <- a.at
		}
		return a.number == next
	}
	s.mu.Unlock()
	until(t, "all three send again after one was refused", allSend((<-refusedAt).Add(4*time.Second)))
	if log := logged(); log != "" {
		t.Errorf("logged:\n%s", log)
	}

	must(0, server.Kill())
	until(t, "all three say so", func() bool { return strings.Count(logged(), "cannot be used") == 3 })
	until(t, "all three go on", allSend(time.Now()))
}
