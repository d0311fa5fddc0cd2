#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Measures what a call costs beside other clients, and prints the ratios. Needs Go; gets the rest.
# The results of the benchmarks go to standard error, in the form that benchstat reads.
#
#	./cost.sh         nine passes, which takes five minutes
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

# A module of its own for the client that ogen generates, so that ogen stays out of every go.mod here.
root=$(cd .. && pwd) sdk=github.com/reservationkit/reservations-go
ogen=$(grep -o 'github.com/ogen-go/ogen@.*' ../.ci/openapi)
mkdir "$work/ogen"
(
	cd "$work/ogen"
	export GOFLAGS="$GOFLAGS -mod=mod"
	go mod init ogen
	go mod edit -go=1.25.0 -require="$ogen" -tool="${ogen%@*}/cmd/ogen" -replace="$sdk=$root" -replace="$sdk/bench=$root/bench"
	go mod tidy
	cp "$root/bench/cost/testdata/ogen/call.go" call_test.go
	go tool ogen -config "$root/bench/cost/testdata/ogen/ogen.yml" -package api -target api "$root/contract/openapi.yaml"
	go mod tidy # what was generated imports more
	go test -c -o ../ogen.test .
) >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
go test -tags peers -c -o "$work/cost.test" ./cost

# In the folder of its package, where it finds the records that it reads.
benchmark() { (cd cost && "$work/cost.test" -test.run '^$' -test.bench "^Benchmark($1)\$" -test.benchtime "$2" -summaries "$summaries"); }
generated() { "$work/ogen.test" -test.run '^$' -test.bench . -test.benchtime "$1"; }

{
	for ((pass = 0; pass < passes; pass++)); do # so that a slow minute of the machine is one for all
		benchmark 'Decode|Odd|Record|Call|Transport|Register' "$time"
		generated "$time"
		benchmark Growth 1x
	done
	benchmark Stream 1x
	benchmark Year 1x
	go test ./size -run '^$' -bench . -benchtime 1x
} | tee >(cat >&2) | go run ./cost/table
