#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Walks against nginx and haproxy on the loopback interface; installs them where apt-get can.
set -euo pipefail
cd "$(dirname "$0")"
export PATH=$PATH:/usr/sbin
if ! command -v nginx >/dev/null || ! command -v haproxy >/dev/null; then
	apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends nginx-light haproxy
fi
GOWORK=off go test ./throttle -run '^TestReal$' -count=1 -v -real -parallel 16 "$@"
