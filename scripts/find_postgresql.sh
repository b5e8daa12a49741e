#!/usr/bin/env bash
# Brings PostgreSQL for the server's tests from the system's packages when we may; without it those tests run on SQLite alone.
set -u
find_one() { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -n 1 | grep .; }
find_one >/dev/null && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  { apt-get update && apt-get install -y --no-install-recommends postgresql; } >&2 || true
fi
find_one >/dev/null || echo "PostgreSQL is not installed: the server is tested on SQLite alone (package 'postgresql')" >&2
exit 0
