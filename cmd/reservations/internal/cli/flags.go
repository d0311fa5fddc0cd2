// SPDX-License-Identifier: MIT

package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// wanted is what flags take, by the type of their values. The other types say it in their errors.
var wanted = map[string]string{
	"int":      "want a whole number",
	"int64":    "want a whole number",
	"uint64":   "want a whole number, 0 or more",
	"float64":  "want a number",
	"duration": "want a time such as 30s, 15m or 2h",
	"bool":     "want true or false",
}

// flagError is the error of a flag that cannot be used: in one form for all, and without the names of functions.
func flagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		want := wanted[invalid.GetFlag().Value.Type()]
		if want == "" {
			want = errors.Unwrap(invalid).Error()
		}
		err = fmt.Errorf("--%s: %s, not %q", invalid.GetFlag().Name, want, invalid.GetValue())
		if !strings.HasPrefix(want, "want ") {
			err = fmt.Errorf("--%s %q: %s", invalid.GetFlag().Name, invalid.GetValue(), want)
		}
	}
	return UsageErrorf("%w; see %s --help", err, cmd.CommandPath())
}
