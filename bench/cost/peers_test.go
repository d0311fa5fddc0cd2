// SPDX-License-Identifier: MIT

//go:build peers

package cost

import "github.com/goccy/go-json"

func init() { decoders["goccy"] = json.Unmarshal }
