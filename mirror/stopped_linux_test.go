// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"errors"
	"syscall"
	"testing"

	"github.com/reservationkit/reservations-go/mirror"
)

// TestStoppedServer stops the process of the server that serves a Sync, as a machine does that is out of memory.
func TestStoppedServer(t *testing.T) {
	t.Parallel()
	dsn, srv := newSchema(t), source(t, 450)
	ctx, cancel := context.WithCancel(t.Context())
	var pid int
	var stopped error
	m := openMirror(t, dsn, mirror.Config{Organization: 7, SkipRegister: true, Progress: func(mirror.SyncResult) {
		if pid == 0 {
			if pid = holder(t, dsn); pid > 0 {
				stopped = syscall.Kill(pid, syscall.SIGSTOP)
			}
			cancel()
		}
	}})
	err := returned(t, func() error { _, err := m.Sync(ctx, clientOf(t, srv)); return err })
	if stopped != nil || pid == 0 {
		t.Skip(stopped) // on another machine, or without the rights
	}
	if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the Sync returns %v, want that it was cancelled", err)
	}
	sync(t, m, clientOf(t, srv))
	checkEqual(t, m, srv)
}
