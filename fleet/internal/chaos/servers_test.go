// SPDX-License-Identifier: MIT

//go:build linux

package chaos

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Where the programs of the servers are, which the tests start and stop.
const (
	postgresPrograms = "RESERVATIONS_TEST_POSTGRES_PROGRAMS" // the folder with initdb and postgres
	redisProgram     = "RESERVATIONS_TEST_REDIS_SERVER"
)

// server is a program that is stopped and started again, as another user where it refuses to be root.
type server struct {
	t       *testing.T
	args    []string
	account *syscall.Credential
	log     string // a file
	ready   func(context.Context) error
	process *exec.Cmd
}

func (s *server) command(args ...string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.account, Pdeathsig: syscall.SIGKILL}
	return cmd
}

// start starts the program and returns when it responds.
func (s *server) start() {
	s.t.Helper()
	log, err := os.OpenFile(s.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		s.t.Fatal(err)
	}
	defer log.Close()
	s.process = s.command(s.args...)
	s.process.Stdout, s.process.Stderr = log, log
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for err := s.ready(ctx); err != nil; err = s.ready(ctx) {
		if ctx.Err() != nil {
			text, _ := os.ReadFile(s.log)
			s.t.Fatalf("%s does not respond: %v\n%s", s.args[0], err, text)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// stop ends the program by a signal.
func (s *server) stop(signal syscall.Signal) {
	s.t.Helper()
	if err := s.process.Process.Signal(signal); err != nil {
		s.t.Error(err)
	}
	_ = s.process.Wait() // whose error is the signal
}

// startPostgres starts an empty database and returns its address, or skips the test.
func startPostgres(t *testing.T) (s *server, dsn string) {
	t.Helper()
	bin := os.Getenv(postgresPrograms)
	if bin == "" {
		t.Skip(postgresPrograms + " is not set")
	}
	home := folder(t)
	s = &server{t: t, log: filepath.Join(home, "log"), account: owner(t, home)}
	initdb := s.command(filepath.Join(bin, "initdb"), "-D", filepath.Join(home, "data"), "-U", "fleet",
		"--auth=trust", "--encoding=UTF8", "--locale=C")
	if out, err := initdb.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	port := freePort(t)
	dsn = "postgres://127.0.0.1:" + port + "/postgres?user=fleet"
	s.args = []string{
		filepath.Join(bin, "postgres"), "-D", filepath.Join(home, "data"), "-p", port, "-h", "127.0.0.1", "-k", home,
		"-c", "fsync=off",
	}
	s.ready = func(ctx context.Context) error {
		conn, err := pgx.Connect(ctx, dsn)
		if err != nil {
			return err
		}
		return conn.Close(ctx)
	}
	s.start()
	t.Cleanup(func() { s.stop(syscall.SIGQUIT) })
	return s, dsn
}

// startRedis starts a Redis and returns its address, or skips the test.
func startRedis(t *testing.T) (s *server, addr string) {
	t.Helper()
	program := os.Getenv(redisProgram)
	if program == "" {
		t.Skip(redisProgram + " is not set")
	}
	home, port := folder(t), freePort(t)
	addr = "127.0.0.1:" + port
	s = &server{t: t, log: filepath.Join(home, "log")}
	s.args = []string{program, "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no", "--dir", home}
	s.ready = func(ctx context.Context) error {
		conn, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp", addr)
		if err != nil {
			return err
		}
		defer conn.Close()
		pong := make([]byte, len("+PONG"))
		if _, err = io.WriteString(conn, "PING\r\n"); err == nil {
			_, err = io.ReadFull(conn, pong)
		}
		if err == nil && string(pong) != "+PONG" {
			err = fmt.Errorf("it responds with %q", pong)
		}
		return err
	}
	s.start()
	t.Cleanup(func() { s.stop(syscall.SIGKILL) })
	return s, addr
}

// folder returns a new folder. That of the test is in one that another user cannot enter.
func folder(t *testing.T) string {
	t.Helper()
	name, err := os.MkdirTemp("", "fleet") //nolint:usetesting // see above
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(name) })
	return name
}

// owner gives a folder to the user postgres where this program runs as root, as whom PostgreSQL refuses to
// run. Nil stands for the user of this program.
func owner(t *testing.T, folder string) *syscall.Credential {
	t.Helper()
	if os.Getuid() != 0 {
		return nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		t.Fatal(err)
	}
	uid, _ := strconv.Atoi(account.Uid)
	gid, _ := strconv.Atoi(account.Gid)
	if err := os.Chown(folder, uid, gid); err != nil {
		t.Fatal(err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()[strings.LastIndex(listener.Addr().String(), ":")+1:]
}
