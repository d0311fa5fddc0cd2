// SPDX-License-Identifier: MIT

//go:build linux

package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// crew is some workers, which are processes.
type crew struct {
	t       *testing.T
	worker  worker // what each does, but for its name
	members []*member
}

// member is a worker process.
type member struct {
	process *exec.Cmd
	ended   chan struct{} // closed when it has ended
	err     error         // why
	output  lockedBuffer  // what no sync should have led to
	log     lockedBuffer
}

func startCrew(t *testing.T, w worker) *crew {
	t.Helper()
	c := &crew{t: t, worker: w, members: make([]*member, w.Of)}
	for i := range c.members {
		c.start(i)
	}
	t.Cleanup(func() {
		for i := range c.members {
			c.kill(i)
		}
	})
	return c
}

func (c *crew) start(i int) {
	c.t.Helper()
	w := c.worker
	w.Name = fmt.Sprint("worker-", i+1)
	text, err := json.Marshal(w)
	if err != nil {
		c.t.Fatal(err)
	}
	m := &member{process: exec.Command(os.Args[0]), ended: make(chan struct{})}
	m.process.Env = append(os.Environ(), workerVariable+"="+string(text))
	m.process.Stdout, m.process.Stderr = &m.output, &m.log
	m.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := m.process.Start(); err != nil {
		c.t.Fatal(err)
	}
	go func() {
		m.err = m.process.Wait()
		close(m.ended)
	}()
	c.members[i] = m
}

// kill kills a worker, and looks at what it has said until then.
func (c *crew) kill(i int) {
	c.t.Helper()
	m := c.members[i]
	select {
	case <-m.ended:
		if m.err != nil && !strings.Contains(m.err.Error(), "killed") {
			c.t.Errorf("worker %d has ended: %v\n%s", i+1, m.err, m.log.String())
		}
	default:
		if err := m.process.Process.Kill(); err != nil {
			c.t.Log(err) // it has ended in this moment
		}
		<-m.ended
	}
	if said := m.output.String(); said != "" {
		c.t.Errorf("worker %d says:\n%s", i+1, said)
	}
}

// event is what happens at a time after the beginning.
type event struct {
	after  time.Duration
	name   string
	happen func()
}

// killAtRandom kills workers at random moments until ctx ends, each of which is started again a moment later, and
// lets events happen between the kills. It returns how many were killed.
func (c *crew) killAtRandom(ctx context.Context, random *rand.Rand, events ...event) (kills int) {
	c.t.Helper()
	sleep := func(most time.Duration) {
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(random.Int64N(int64(most)))):
		}
	}
	for began := time.Now(); ctx.Err() == nil; kills++ {
		if len(events) > 0 && time.Since(began) >= events[0].after {
			c.t.Log(events[0].name)
			events[0].happen()
			events = events[1:]
			c.startEnded()
		}
		sleep(4 * time.Second)
		i := random.IntN(len(c.members))
		c.kill(i)
		sleep(2 * time.Second)
		c.start(i)
	}
	return kills
}

// startEnded starts the workers again that have ended because PostgreSQL was away when they began.
func (c *crew) startEnded() {
	c.t.Helper()
	for i, m := range c.members {
		select {
		case <-m.ended:
			c.t.Logf("worker %d has ended: %v", i+1, m.err)
			c.start(i)
		default:
		}
	}
}

// stop lets all workers end their syncs early and give their parks back.
func (c *crew) stop() {
	c.t.Helper()
	for i, m := range c.members {
		if err := m.process.Process.Signal(syscall.SIGTERM); err != nil {
			c.t.Errorf("worker %d: %v\n%s", i+1, err, m.log.String())
		}
	}
	for i, m := range c.members {
		if <-m.ended; m.err != nil {
			c.t.Errorf("worker %d: %v\n%s", i+1, m.err, m.log.String())
		}
	}
}

// lockedBuffer is what a process writes, which is read while it does.
type lockedBuffer struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.String()
}
