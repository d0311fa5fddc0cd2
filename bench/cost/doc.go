// SPDX-License-Identifier: MIT

// Package cost measures what a call of the SDK costs, compared with other clients: clients that an
// integrator writes by hand, and the client that ogen generates. Compare figures only with others
// of the same run; ../cost.sh runs everything and prints the ratios.
package cost
