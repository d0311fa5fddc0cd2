// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
)

// TestAnErrorHasTheEndOfItsContext: its error and its cause, each once.
func TestAnErrorHasTheEndOfItsContext(t *testing.T) {
	t.Parallel()
	ctx, end := context.WithCancelCause(t.Context())
	cause := errors.New("the program ends")
	if err := withContextEnd(ctx, io.EOF); err != io.EOF {
		t.Errorf("got %v before the context has ended", err)
	}
	end(cause)
	for want, err := range map[string]error{
		"the program ends: context canceled: EOF": io.EOF,
		"the program ends: context canceled":      context.Canceled,
		"context canceled: the program ends":      cause,
		"both: the program ends context canceled": fmt.Errorf("both: %w %w", cause, context.Canceled),
	} {
		if got := withContextEnd(ctx, err); got.Error() != want || !errors.Is(got, cause) || !errors.Is(got, context.Canceled) {
			t.Errorf("%v becomes %v, want %s", err, got, want)
		}
	}
}
