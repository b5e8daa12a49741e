#!/usr/bin/env bash
# Brings Redis for the tests of several nodes from the system's packages when we may; without it those tests are left out.
set -u
find_one() { command -v redis-server || command -v valkey-server; }
find_one >/dev/null && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  { apt-get update && apt-get install -y --no-install-recommends redis-server; } >&2 || true
fi
find_one >/dev/null || echo "Redis is not installed: nodes are not tested together (package 'redis-server' or 'valkey')" >&2
exit 0
