// SPDX-License-Identifier: MIT

package outbox

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestDeliverWatches adds messages while all others have been delivered.
func TestDeliverWatches(t *testing.T) {
	t.Parallel()
	file := newFile(t)
	synctest.Test(t, func(t *testing.T) {
		server, client := reservationstest.New(t, noRetry)
		box := open(t, file)
		ctx, cancel := context.WithCancel(t.Context())
		var delivery sync.WaitGroup
		delivery.Go(func() {
			if err := box.Deliver(ctx, Delivery{Send: sender(client, quietly), Patience: time.Second, Watch: time.Hour}); !errors.Is(err, context.Canceled) {
				t.Errorf("got error %v, want that of the context", err)
			}
		})
		for _, reference := range []string{"a", "b"} {
			time.Sleep(90 * time.Minute)
			if err := box.Add(ctx, Phone, event(reference)); err != nil {
				t.Error(err)
			}
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if diff := cmp.Diff([]string{"a", "b"}, references(t, server)); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
		cancel()
		delivery.Wait()
	})
}
