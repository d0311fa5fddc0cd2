// SPDX-License-Identifier: MIT

// Package settings finds out which service the program reads, and with what key: from flags, the
// environment and a profile of the configuration file, in this order. Of each setting it says where
// it comes from.
package settings

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// The variables of the environment.
const (
	EnvConfig       = "RESERVATIONS_CONFIG"
	EnvProfile      = "RESERVATIONS_PROFILE"
	EnvBaseURL      = "RESERVATIONS_BASE_URL"
	EnvOrganization = "RESERVATIONS_ORGANIZATION"
	EnvKey          = "RESERVATIONS_API_KEY"
	EnvKeyFile      = "RESERVATIONS_API_KEY_FILE"
)

// Flags are the values of the flags. Those that are not set are "".
type Flags struct{ Config, Profile, BaseURL, Organization, KeyFile, Park, Timezone string }

// Setting is a value, which is "" when nothing sets it, and what sets it.
type Setting struct {
	Name   string `json:"-"`
	Value  string `json:"value"`
	Source string `json:"source"`
}

// NotSet is the Source of a setting that nothing sets.
const NotSet = "not set"

// first returns the setting that has the first value that is not "". Pairs are values and what sets them.
func first(name string, pairs ...string) Setting {
	for pair := range slices.Chunk(pairs, 2) {
		if value := Trim(pair[0]); value != "" {
			return Setting{name, value, pair[1]}
		}
	}
	return Setting{name, "", NotSet}
}

// Settings are all settings of one run.
type Settings struct {
	Config, Profile, BaseURL, Organization, Park, Timezone Setting

	ID       int64          // of the organization, or 0
	Location *time.Location // of Timezone, or nil

	key               Setting // the key if it is in the environment, otherwise the name of its file
	profileHasService bool
}

// All returns the settings in the order in which people look for them, and nothing secret.
func (s *Settings) All() []Setting {
	address := s.BaseURL
	if strings.ContainsAny(address.Value, "@?#") { // NewClient refuses it
		address.Value = "not shown, because it holds a user, a query or a fragment"
	}
	return []Setting{s.Config, s.Profile, address, s.Organization, s.shownKey(), s.Park, s.Timezone}
}

// Resolve returns the settings. It reads the configuration file, but neither asks for the key nor
// refuses what must not be combined; see [Settings.Conflict].
func Resolve(flags Flags, getenv func(string) string) (*Settings, error) {
	s := &Settings{Config: ConfigFile(flags, getenv)}
	file, err := load(&s.Config)
	if err != nil {
		return nil, err
	}
	if Trim(flags.BaseURL+getenv(EnvBaseURL)) != "" && Trim(flags.KeyFile+getenv(EnvKeyFile)+getenv(EnvKey)) != "" {
		file.DefaultProfile = "" // flags and environment name a whole service
	}
	s.Profile = first("profile", flags.Profile, "--profile", getenv(EnvProfile), EnvProfile, file.DefaultProfile, "default_profile")
	p, ok := file.Profiles[s.Profile.Value]
	if !ok && s.Profile.Value != "" {
		return nil, fmt.Errorf("there is no profile %s in %s, which has %v; see reservations config --help",
			s.Profile.Value, s.Config.Value, slices.Sorted(maps.Keys(file.Profiles)))
	}
	from := "profile " + s.Profile.Value
	organization := ""
	if p.Organization != 0 {
		organization = strconv.FormatInt(p.Organization, 10)
	}
	s.BaseURL = first("base_url", flags.BaseURL, "--base-url", getenv(EnvBaseURL), EnvBaseURL, p.BaseURL, from)
	s.Organization = first("organization", flags.Organization, "--organization", getenv(EnvOrganization), EnvOrganization, organization, from)
	s.Park = first("park", flags.Park, "--park", p.Park, from)
	s.Timezone = first("timezone", flags.Timezone, "--timezone", p.Timezone, from)
	s.key = first("api_key", flags.KeyFile, "--api-key-file", getenv(EnvKeyFile), EnvKeyFile, getenv(EnvKey), EnvKey,
		p.APIKeyFile, from)
	if s.key.Source == from {
		if s.key.Value, err = p.keyFile(s.Config.Value, getenv); err != nil {
			return nil, fmt.Errorf("%s: %w", from, err)
		}
	}
	s.profileHasService = p.BaseURL+organization+p.APIKeyFile != ""
	return s, s.read()
}

// ConfigFile returns where the configuration file is, whether it exists or not.
func ConfigFile(flags Flags, getenv func(string) string) Setting {
	return first("config", flags.Config, "--config", getenv(EnvConfig), EnvConfig, defaultPath(getenv), "default")
}

// Trim cuts off the blanks, line ends and byte-order marks that editors and shells leave around a value.
func Trim(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
}

// read reads the id and the time zone. "Local" is refused: it means another zone on every machine.
func (s *Settings) read() (err error) {
	if text := s.Organization.Value; text != "" {
		if s.ID, err = strconv.ParseInt(text, 10, 64); err != nil || s.ID <= 0 {
			return fmt.Errorf("%s: the organization must be a positive id, not %q", s.Organization.Source, text)
		}
	}
	name := s.Timezone.Value
	if name == "" {
		s.Timezone.Source += ", as on this machine"
		return nil
	}
	if s.Location, err = time.LoadLocation(name); err != nil || name == "Local" {
		return fmt.Errorf("%s: want the name of a time zone such as Europe/Amsterdam or UTC, not %q", s.Timezone.Source, name)
	}
	return nil
}

// Conflict refuses settings that would send the key of one service or park to another, or show the
// data of another park than was meant: a key or an address of the environment together with a
// profile that has one of them, or an organization. What a flag sets was meant, and is never refused.
func (s *Settings) Conflict() error {
	for _, source := range []string{s.key.Source, s.BaseURL.Source} {
		if s.profileHasService && slices.Contains([]string{EnvKey, EnvKeyFile, EnvBaseURL}, source) {
			return fmt.Errorf("%s of the environment and profile %s (%s) must not be combined, because they may belong to different parks: "+
				"unset %[1]s to use the profile, or choose no profile and set %[4]s, %[5]s and %[6]s",
				source, s.Profile.Value, s.Profile.Source, EnvBaseURL, EnvKey, EnvOrganization)
		}
	}
	return nil
}
