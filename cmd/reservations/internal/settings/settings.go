// SPDX-License-Identifier: MIT

// Package settings finds out which service the program reads, and with what key: from flags, the
// environment and a profile of the configuration file, in this order. Of each setting it says where
// it comes from.
package settings

import (
	"fmt"
	"strconv"
	"strings"
	"time"
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
type Setting struct{ Name, Value, Source string }

// Settings are all settings of one run. The Value of APIKey is never the key, only how it is found.
type Settings struct {
	Config, Profile, BaseURL, Organization, APIKey, Park, Timezone Setting

	ID       int64          // of the organization, or 0
	Location *time.Location // of Timezone, or nil

	key               source
	profileHasService bool
}

// All returns the settings in the order in which people look for them, and nothing secret.
func (s *Settings) All() []Setting {
	return []Setting{s.Config, s.Profile, s.ShownBaseURL(), s.Organization, s.APIKey, s.Park, s.Timezone}
}

// ShownBaseURL returns the base URL without what may be secret in it: a password before the host, and a query.
// The value need not be a valid address: only NewClient checks it, which also refuses a password and a query.
func (s *Settings) ShownBaseURL() Setting {
	shown := s.BaseURL
	if end := strings.IndexAny(shown.Value, "?#"); end >= 0 {
		shown.Value = shown.Value[:end] + "...(hidden)"
	}
	if at := strings.LastIndex(shown.Value, "@"); at >= 0 {
		scheme, _, ok := strings.Cut(shown.Value, "://")
		if ok {
			scheme += "://"
		} else {
			scheme = ""
		}
		shown.Value = scheme + "(hidden)" + shown.Value[at:]
	}
	return shown
}

// NotSet is the Source of a setting that nothing sets.
const NotSet = "not set"

// Resolve returns the settings. It reads the configuration file, but neither asks for the key nor
// refuses what must not be combined; see [Settings.Conflict].
func Resolve(flags Flags, getenv func(string) string) (*Settings, error) {
	s := &Settings{Config: ConfigFile(flags, getenv)}
	file, err := load(s.Config)
	if err != nil {
		return nil, err
	}
	if file == nil && s.Config.Value != "" {
		s.Config.Source += ", does not exist"
	}
	s.BaseURL = first("base_url", option{flags.BaseURL, "--base-url"}, option{getenv(EnvBaseURL), EnvBaseURL})
	s.key = fromFlagsOrEnvironment(flags.KeyFile, getenv)
	s.Profile = first("profile", option{flags.Profile, "--profile"}, option{getenv(EnvProfile), EnvProfile})
	if isWhole := s.BaseURL.Value != "" && s.key.isSet(); file != nil && !isWhole {
		s.Profile = first("profile", option{s.Profile.Value, s.Profile.Source}, option{file.DefaultProfile, "default_profile"})
	}
	profile, err := file.profile(s.Profile.Value, s.Config.Value)
	if err != nil {
		return nil, err
	}
	return s, s.resolveIn(profile, flags, getenv)
}

// ConfigFile returns where the configuration file is, whether it exists or not.
func ConfigFile(flags Flags, getenv func(string) string) Setting {
	return first("config", option{flags.Config, "--config"}, option{getenv(EnvConfig), EnvConfig}, option{defaultPath(getenv), "default"})
}

// resolveIn sets what a profile can set, where neither flags nor environment do.
func (s *Settings) resolveIn(p Profile, flags Flags, getenv func(string) string) (err error) {
	from := "profile " + s.Profile.Value
	organization := ""
	if p.Organization != 0 {
		organization = strconv.FormatInt(p.Organization, 10)
	}
	s.BaseURL = first("base_url", option{s.BaseURL.Value, s.BaseURL.Source}, option{p.BaseURL, from})
	s.Organization = first("organization",
		option{flags.Organization, "--organization"}, option{getenv(EnvOrganization), EnvOrganization}, option{organization, from})
	s.Park = first("park", option{flags.Park, "--park"}, option{p.Park, from})
	s.Timezone = first("timezone", option{flags.Timezone, "--timezone"}, option{p.Timezone, from})
	keyOfProfile := p.key(from, s.Config.Value, getenv)
	s.profileHasService = p.BaseURL != "" || p.Organization != 0 || keyOfProfile.isSet()
	if !s.key.isSet() {
		s.key = keyOfProfile
	}
	s.APIKey = s.key.setting()
	if s.Organization.Value != "" {
		if s.ID, err = strconv.ParseInt(s.Organization.Value, 10, 64); err != nil || s.ID <= 0 {
			return fmt.Errorf("%s: the organization must be a positive id, not %q", s.Organization.Source, s.Organization.Value)
		}
	}
	if s.Timezone.Value == "" {
		s.Timezone.Source += ", as on this machine"
	} else if s.Location, err = loadZone(s.Timezone.Value); err != nil {
		return fmt.Errorf("%s: %w", s.Timezone.Source, err)
	}
	return nil
}

// loadZone returns the time zone of a name such as Europe/Amsterdam. "Local" is refused: it means
// another zone on every machine.
func loadZone(name string) (*time.Location, error) {
	if zone, err := time.LoadLocation(name); err == nil && name != "" && name != "Local" {
		return zone, nil
	}
	return nil, fmt.Errorf("want the name of a time zone such as Europe/Amsterdam or UTC, not %q", name)
}

// option is a value that a setting may have, and what sets it.
type option struct{ value, source string }

// first returns the setting that has the first value that is not "".
func first(name string, options ...option) Setting {
	for _, o := range options {
		if o.value != "" {
			return Setting{name, o.value, o.source}
		}
	}
	return Setting{name, "", NotSet}
}

// Conflict refuses settings that would send the key of one service or park to another, or show the
// data of another park than was meant: a key or an address of the environment together with a
// profile that has one of them, or an organization. What a flag sets was meant, and is never refused.
func (s *Settings) Conflict() error {
	variable := ""
	switch {
	case s.APIKey.Source == EnvKey || s.APIKey.Source == EnvKeyFile:
		variable = s.APIKey.Source
	case s.BaseURL.Source == EnvBaseURL:
		variable = EnvBaseURL
	}
	if variable == "" || !s.profileHasService {
		return nil
	}
	return fmt.Errorf("%s of the environment and profile %s (%s) must not be combined, because they may belong to different parks: "+
		"unset %s to use the profile, or choose no profile and set %s, %s and %s",
		variable, s.Profile.Value, s.Profile.Source, variable, EnvBaseURL, EnvKey, EnvOrganization)
}
