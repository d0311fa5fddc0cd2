// SPDX-License-Identifier: MIT

package settings

import "fmt"

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
