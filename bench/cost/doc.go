// SPDX-License-Identifier: MIT

// Package cost measures what a call of the SDK costs, compared with other clients: net/http and
// go-retryablehttp, each with encoding/json. Compare figures only with others of the same run;
// ../cost.sh runs everything and prints the ratios.
package cost
