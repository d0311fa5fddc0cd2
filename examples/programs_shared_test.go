// SPDX-License-Identifier: MIT

package examples

import (
	"regexp"
	"strings"
	"testing"
)

// TestProgramsSharedLimit counts what three processes send together. The first request is sent at once, so it does not
// count for the rate, and one request has none.
func TestProgramsSharedLimit(t *testing.T) {
	t.Parallel()
	deep(t)
	for rate, want := range map[string]string{
		"0.6": `\ntogether: [23] requests, 0\.[3-8] per second, and at most 0\.6\n$`,
		"0.1": `\nprocess 3: [01] requests\n$`,
	} {
		t.Run(rate, func(t *testing.T) {
			t.Parallel()
			stdout, stderr, err := run(t, t.TempDir(), environment(nil), "sharedlimit", "-rate", rate)
			if err != nil || strings.Count(stdout, "\nprocess ") != 3 || !regexp.MustCompile(want).MatchString(stdout) {
				t.Errorf("it ends with %v and prints\n%s%s\nwant %s", err, stdout, stderr, want)
			}
		})
	}
	for _, rate := range []string{"-5", "0", "2000"} {
		stdout, stderr, err := run(t, t.TempDir(), environment(nil), "sharedlimit", "-rate", rate)
		if err == nil || stdout != "" || stderr != "sharedlimit: -rate must be above 0 and at most 1000\n" {
			t.Errorf("%s: it ends with %v and prints\n%s%s", rate, err, stdout, stderr)
		}
	}
}
