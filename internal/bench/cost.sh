#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Measures what a call costs beside other clients, and prints the ratios. Needs Go; gets the rest.
# The results of the benchmarks go to standard error, in the form that benchstat reads.
#
#	./cost.sh         nine passes, which takes one to four minutes
#	./cost.sh -quick  three short ones, and a tenth of the streamed summaries
#	./cost.sh -smoke  every benchmark once, to see that it runs
set -euo pipefail
cd "$(dirname "$0")"

case ${1-} in
-smoke) passes=1 time=1x summaries=2000 ;;
-quick) passes=3 time=50ms summaries=20000 ;;
*) passes=9 time=150ms summaries=200000 ;;
esac
export GOWORK=off GOFLAGS="${GOFLAGS--buildvcs=false}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go test -c -o "$work/cost.test" ./cost
benchmark() { "$work/cost.test" -test.run '^$' -test.bench "^Benchmark($1)\$" -test.benchtime "$2" -summaries "$summaries"; }

{
	for ((pass = 0; pass < passes; pass++)); do # so that a slow minute of the machine is one for all
		benchmark 'Decode|Call|Register' "$time"
		benchmark Growth 1x
	done
	benchmark 'Stream|Year' 1x
} | tee >(cat >&2) | go run ./cost/table
