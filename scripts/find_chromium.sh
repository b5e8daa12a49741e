#!/usr/bin/env bash
# Prints the path of a Chromium, installing it from the system's packages when there is none and we may.
set -u
find_one() {
  for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
    [ -n "$name" ] && command -v "$name" && return 0
  done
  return 1
}
find_one && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  { apt-get update && apt-get install -y --no-install-recommends chromium fonts-noto-cjk; } >&2 || true
fi
find_one || { echo "browser tests need Chromium: install the package 'chromium' (or set CHROMIUM=/path/to/it)" >&2; exit 1; }
