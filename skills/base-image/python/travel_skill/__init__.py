"""What a skill in Python works with.

    from travel_skill import SkillError, run
    from travel_skill.http import client

    def main(call):
        with client(call.timeout_s) as http:
            answer = http.get('https://api.example.com/v1/rates', params={'base': call.params['base']})
        if answer.status_code == 429:
            raise SkillError('API_RATE_LIMITED', 'for the log')
        return {'results': [answer.json()], 'metadata': {'source_api': 'api.example.com'}}

    run(main)

The input comes on stdin, the result goes to stdout between the markers, all other output must go to stderr (`print` goes
there too). Any library can reach the declared hosts; `travel_skill.http` has an httpx client that knows
the platform's errors. Credentials are environment variables, named as in the manifest; they hold placeholders that become
the value outside.
"""

import json
import os
import sys
import traceback
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Optional

__all__ = ['Call', 'SkillError', 'run', 'secret']

_START = '---SKILL_OUTPUT_START---'
_END = '---SKILL_OUTPUT_END---'
_DEFAULT_TIMEOUT_MS = 10_000


class SkillError(Exception):
    """What went wrong, in the platform's words: INVALID_INPUT (`field` names the param) or an API_* code.

    The caller gets the code's own sentence; `message` goes to the log.
    """

    def __init__(self, code: str, message: str = '', field: Optional[str] = None) -> None:
        super().__init__(message or code)
        self.code = code
        self.field = field


@dataclass(frozen=True)
class Call:
    """One call of the skill. `params` match the capability's contract and the manifest's `input_schema`; `config` may hold `timeout_ms` and `max_results`."""

    action: str
    params: Dict[str, Any]
    config: Dict[str, Any] = field(default_factory=dict)

    @property
    def timeout_s(self) -> float:
        """Time limit of a request in seconds: the caller's limit, or 10."""
        return self.config.get('timeout_ms', _DEFAULT_TIMEOUT_MS) / 1000


def secret(name: str) -> str:
    """The placeholder of a secret in the manifest. Raises API_AUTH_FAILED when it was withheld."""
    value = os.environ.get(name)
    if not value:
        raise SkillError('API_AUTH_FAILED', f'the secret {name} was withheld')
    return value


def run(main: Callable[[Call], Dict[str, Any]]) -> None:
    """Reads the input, calls `main` and prints what it returns: `{'results': […], 'message'?: …, 'metadata'?: {…}}`.

    It ends the process. A SkillError becomes an error output; any other exception means exit code 1 and its traceback.
    """
    # Output that libraries print is not part of the answer.
    stdout, sys.stdout = sys.stdout, sys.stderr
    try:
        # NaN is refused: JSON has none. Non-ASCII characters are escaped, so stdout's encoding does not matter.
        output = json.dumps(_output_of(main), allow_nan=False)
    except Exception:
        traceback.print_exc()
        sys.exit(1)
    # In one write: each write passes through the engine separately.
    stdout.write(f'{_START}\n{output}\n{_END}\n')
    stdout.flush()
    sys.stderr.flush()
    # Tearing down the interpreter takes longer than the answer, and serves nothing.
    os._exit(0)


def _output_of(main: Callable[[Call], Dict[str, Any]]) -> Dict[str, Any]:
    given = json.loads(sys.stdin.readline())
    try:
        return {'status': 'success', **main(Call(given['action'], given['params'], given.get('config', {})))}
    except SkillError as error:
        print(f'{error.code}: {error}', file=sys.stderr)
        refused = {} if error.field is None else {'field': error.field}
        return {'status': 'error', 'error': {'code': error.code, 'message': str(error), **refused}}
