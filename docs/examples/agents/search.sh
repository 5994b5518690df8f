#!/bin/sh
# Lists the functions of an agent, and searches flights: TRAVEL_URL=http://127.0.0.1:3000/api/agents/voice
# TRAVEL_KEY=… sh search.sh SEA NRT 2027-01-15. An operator makes the key in the console under Agent keys.
set -eu

curl --silent --fail-with-body --header "Authorization: Bearer $TRAVEL_KEY" "$TRAVEL_URL/tools"
echo
curl --silent --fail-with-body --header "Authorization: Bearer $TRAVEL_KEY" --header 'Content-Type: application/json' \
  --data "{\"name\":\"search_flights\",\"arguments\":{\"origin\":\"$1\",\"destination\":\"$2\",\"date\":\"$3\"}}" \
  "$TRAVEL_URL/tools/call"
