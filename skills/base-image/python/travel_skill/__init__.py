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

The same program runs in a container and in the process of the app. What it prints goes to its log, never to its answer. Any
library can reach the declared hosts; `travel_skill.http` has an httpx client that knows the platform's errors. Credentials hold
placeholders that become the value outside.
"""

import sys
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Optional

from ._platform import placeholder_of, serve

__all__ = ['Call', 'SkillError', 'run', 'secret']

_DEFAULT_TIMEOUT_MS = 10_000


class SkillError(Exception):
    """What went wrong, in the platform's words: INVALID_INPUT (`field` names the param), CAPABILITY_REVOKED or an API_* code.

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
    """The placeholder of a secret in the manifest. Raises CAPABILITY_REVOKED when it was withheld."""
    value = placeholder_of(name)
    if value is None:
        raise SkillError('CAPABILITY_REVOKED', f'the secret {name} was withheld')
    return value


def run(main: Callable[[Call], Dict[str, Any]]) -> None:
    """Reads the input, calls `main` and prints what it returns: `{'results': […], 'message'?: …, 'metadata'?: {…}}`.

    It ends the program. A SkillError becomes an error output; any other exception ends the program with its traceback.
    """
    serve(lambda given: _output_of(main, given))


def _output_of(main: Callable[[Call], Dict[str, Any]], given: Dict[str, Any]) -> Dict[str, Any]:
    try:
        return {'status': 'success', **main(Call(given['action'], given['params'], given.get('config', {})))}
    except SkillError as error:
        print(f'{error.code}: {error}', file=sys.stderr)
        refused = {} if error.field is None else {'field': error.field}
        return {'status': 'error', 'error': {'code': error.code, 'message': str(error), **refused}}
