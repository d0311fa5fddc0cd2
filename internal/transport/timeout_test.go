// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"io"
	"testing"
)

// TestTimeouts: what an option ends is a timeout of net, and of a known kind.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	cause := errors.New("cause")
	for what, attempt := range map[string]bool{"attempt": true, "call": false} {
		err := &TimeoutError{what, 7 * sec, "an option", cause}
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrAttemptTimeout) != attempt || !errors.Is(err, cause) || errors.Is(err, context.Canceled) {
			t.Errorf("the timeout of a %s is not what it should be", what)
		}
		if !err.Timeout() || !err.Temporary() || err.Error() != what+" timed out after 7s (an option)" {
			t.Errorf("%v is no timeout", err)
		}
	}
	live, over := t.Context(), t.Context()
	ended, cancel := context.WithCancel(live)
	cancel()
	tr := newTest(nil, nil)
	for name, test := range map[string]struct {
		attempt, call context.Context
		err           error
		timeout       bool
	}{
		"the attempt has ended": {ended, live, cause, true},
		"the call too":          {ended, ended, cause, false},
		"none":                  {live, over, cause, false},
		"the end of the body":   {ended, live, io.EOF, false},
		"no error":              {ended, live, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			err := tr.timedOut(test.attempt, test.call, test.err)
			if errors.Is(err, ErrAttemptTimeout) != test.timeout || !errors.Is(err, test.err) || !test.timeout && err != test.err {
				t.Errorf("got %v", err)
			}
		})
	}
}
