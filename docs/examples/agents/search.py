"""Lists the functions of an agent, and searches flights, with nothing but Python's own library.

TRAVEL_URL=http://127.0.0.1:3000/api/agents/voice TRAVEL_KEY=… python3 search.py SEA NRT 2027-01-15
An operator makes the key in the console under Agent keys.
"""

import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

HEADERS = {"Authorization": f"Bearer {os.environ['TRAVEL_KEY']}", "Content-Type": "application/json"}


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(os.environ["TRAVEL_URL"] + path, data, HEADERS)) as response:
            return json.load(response)
    except HTTPError as refused:
        # A refusal has a code, what is wrong, and what to do next.
        error = json.load(refused)["error"]
        sys.exit(f"{error['code']}: {error['message']}")


origin, destination, date = sys.argv[1:]
print("Functions:", ", ".join(tool["function"]["name"] for tool in ask("/tools")["tools"]))
search = {"origin": origin, "destination": destination, "date": date}
print(ask("/tools/call", {"name": "search_flights", "arguments": search})["message"])
