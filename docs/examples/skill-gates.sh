#!/bin/sh
# The three gates for any CI: run it in a registry repository, with TRAVEL_DIR as a checkout of travel.aw in which
# npm ci --ignore-scripts && npm run db:generate has run. Fails if a gate blocks a skill or cannot run, and leaves one
# SARIF file for each gate.
set -u
: "${TRAVEL_DIR:?names a checkout of travel.aw}"
failed=0
for gate in scanner travel manifest; do
  INIT_CWD="$PWD" node "$TRAVEL_DIR/lib/cli/main.ts" skill check --gate "$gate" --sarif skills/*/ >"$gate.sarif" || {
    if [ -s "$gate.sarif" ]; then
      echo "The $gate gate blocks a skill: see below, and $gate.sarif" >&2
      INIT_CWD="$PWD" node "$TRAVEL_DIR/lib/cli/main.ts" skill check --gate "$gate" skills/*/ >&2
    else
      echo "The $gate gate could not run: see the message above" >&2
    fi
    failed=1
  }
done
exit "$failed"
