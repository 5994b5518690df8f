"""How a skill reaches its platform in the process of the app. Takes the place of the file of containers."""

import json
from typing import Any, Callable, Dict, Mapping, Optional

import travel_entry
import travel_host


def serve(answer_to: Callable[[Dict[str, Any]], Dict[str, Any]]) -> None:
    """Passes the input to the skill, and its output to the host, which ends the execution."""
    output = answer_to(travel_entry.current.call)
    travel_entry.current.flush()
    if output.get('status') == 'error':
        error = output['error']
        travel_host.raised(error['code'], error['message'], error.get('field'))
    travel_host.returned(json.dumps({name: value for name, value in output.items() if name != 'status'}, allow_nan=False))


def placeholder_of(name: str) -> Optional[str]:
    """The placeholder of a secret; None: it was withheld."""
    return travel_host.secret(name)


def way_of_requests(_options: Mapping[str, Any]) -> Dict[str, Any]:
    """The options with which `httpx.Client` sends requests to the platform: it knows no other way."""
    return {}
