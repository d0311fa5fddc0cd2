// SPDX-License-Identifier: MIT

package fleet

import (
	"strings"
	"testing"
	"time"
)

func TestValidate(t *testing.T) {
	t.Parallel()
	valid := Park{Organization: 7, BaseURL: "https://api.example.com/v1", Key: "park-7", Window: night}
	tests := []struct {
		name   string
		change func(*Park)
		want   string // "" means that nothing is wrong
	}{
		{"a park", func(*Park) {}, ""},
		{"a limit with a name", func(p *Park) { p.Limit = "group_1.a" }, ""},
		{"no window", func(p *Park) { p.Window = Window{} }, ""},
		{"a window in UTC", func(p *Park) { p.Window.Zone = "" }, ""},
		{"no organization", func(p *Park) { p.Organization = 0 }, "Organization"},
		{"no address", func(p *Park) { p.BaseURL = "" }, "BaseURL"},
		{"an address that cannot be read", func(p *Park) { p.BaseURL = "https://s3cret:%" }, "BaseURL"},
		{"an address of another kind", func(p *Park) { p.BaseURL = "ftp://s3cret" }, "BaseURL"},
		{"a password", func(p *Park) { p.BaseURL = "https://user:s3cret@example.com" }, "BaseURL"},
		{"a query", func(p *Park) { p.BaseURL = "https://example.com?key=s3cret" }, "BaseURL"},
		{"a fragment", func(p *Park) { p.BaseURL = "https://example.com#s3cret" }, "BaseURL"},
		{"no key", func(p *Park) { p.Key = "" }, "Key"},
		{"what is no name of a key", func(p *Park) { p.Key = "Bearer s3cret" }, "Key"},
		{"a name of a key that is an option of a command", func(p *Park) { p.Key = "-s3cret" }, "Key"},
		{"a name of a key that is another folder", func(p *Park) { p.Key = ".." }, "Key"},
		{"a long name of a key", func(p *Park) { p.Key = strings.Repeat("k", 65) }, "Key"},
		{"what is no name of a limit", func(p *Park) { p.Limit = "s3cret/" }, "Limit"},
		{"a negative interval", func(p *Park) { p.Interval = -time.Hour }, "Interval"},
		{"an interval that would be stored as 0", func(p *Park) { p.Interval = time.Nanosecond }, "Interval"},
		{"no beginning of the window", func(p *Park) { p.Window.From = "" }, "From"},
		{"an end that is no time", func(p *Park) { p.Window.To = "24:00" }, "To"},
		{"an unknown zone", func(p *Park) { p.Window.Zone = "Europe/Atlantis" }, "Zone"},
		{"the zone of this machine", func(p *Park) { p.Window.Zone = "Local" }, "Zone"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := valid
			test.change(&p)
			err := p.Validate()
			switch {
			case test.want == "" && err != nil:
				t.Errorf("got %v, want no error", err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), " "+test.want)):
				t.Errorf("got %v, want an error about %s", err, test.want)
			case err != nil && strings.Contains(err.Error(), "s3cret"):
				t.Errorf("%v has the secret", err)
			}
		})
	}
}
