#!/usr/bin/env bash
# Brings other people's engines for the tests of external programs from the system's packages when we may; those that are missing
# are not met.
set -u
packages="fairy-stockfish hoichess gnugo"
find_all() { (PATH="$PATH:/usr/games" && command -v fairy-stockfish hoixiangqi gnugo | wc -l | grep -qx 3); }
find_all && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  # shellcheck disable=SC2086 # several words
  { apt-get update && apt-get install -y --no-install-recommends $packages; } >&2 || true
fi
find_all || echo "Some engines are not installed: they are not met as external programs (packages: $packages)" >&2
exit 0
