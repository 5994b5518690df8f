#!/bin/sh
# The three gates for any CI: run it in a registry repository, with TRAVEL_DIR as a checkout of travel.aw whose packages
# are installed. Fails if a gate blocks a skill, and leaves one SARIF file for each gate.
set -u
: "${TRAVEL_DIR:?names a checkout of travel.aw}"
failed=0
for gate in scanner travel manifest; do
  INIT_CWD="$PWD" node "$TRAVEL_DIR/lib/cli/main.ts" skill check --gate "$gate" --sarif skills/*/ >"$gate.sarif" || {
    echo "The $gate gate blocks a skill: see $gate.sarif" >&2
    failed=1
  }
done
exit "$failed"
