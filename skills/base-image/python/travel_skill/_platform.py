"""How a skill reaches its platform in a container: its input comes on stdin, its output goes to stdout between the markers, and
credentials are environment variables. In the process of the app, another file takes the place of this one.
"""

import json
import os
import sys
import traceback
from typing import Any, Callable, Dict, Mapping, Optional

_START = '---SKILL_OUTPUT_START---'
_END = '---SKILL_OUTPUT_END---'


def serve(answer_to: Callable[[Dict[str, Any]], Dict[str, Any]]) -> None:
    """Reads the input, prints the output and ends the process. An exception ends it with exit code 1 and its traceback."""
    # Output that libraries print is not part of the answer.
    stdout, sys.stdout = sys.stdout, sys.stderr
    try:
        # NaN is refused: JSON has none. Non-ASCII characters are escaped, so stdout's encoding does not matter.
        output = json.dumps(answer_to(json.loads(sys.stdin.readline())), allow_nan=False)
    except Exception:
        traceback.print_exc()
        sys.exit(1)
    # In one write: each write passes through the engine separately.
    stdout.write(f'{_START}\n{output}\n{_END}\n')
    stdout.flush()
    sys.stderr.flush()
    # Tearing down the interpreter takes longer than the answer, and serves nothing.
    os._exit(0)


def placeholder_of(name: str) -> Optional[str]:
    """The placeholder of a secret; None: it was withheld."""
    return os.environ.get(name) or None


def way_of_requests(options: Mapping[str, Any]) -> Dict[str, Any]:
    """The options with which `httpx.Client` sends requests to the platform."""
    from ._plain import client_options

    return client_options(options)
