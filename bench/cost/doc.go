// SPDX-License-Identifier: MIT

// Package cost measures what a call of the SDK costs beside other clients: those that an
// integrator writes by hand, and the one that ogen generates. Every figure is for comparison
// within one run; ../cost.sh runs everything and prints the ratios.
package cost
