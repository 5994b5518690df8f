"""HTTP for skills. Importing it loads httpx: import it at the top, so that it loads before the input arrives."""

import contextlib
from typing import Any, Iterator

import httpx

from . import SkillError
from ._platform import way_of_requests

__all__ = ['client']

_FAILURE_HEADER = 'x-travel-error'
_CODES = {'TimeoutError': 'API_TIMEOUT', 'CapabilityRevoked': 'CAPABILITY_REVOKED'}

@contextlib.contextmanager
def client(timeout_s: float = 10.0, **options: Any) -> Iterator[httpx.Client]:
    """An `httpx.Client` that follows no redirects. Raises network failures as API_TIMEOUT or API_UNAVAILABLE."""
    settings = {'timeout': timeout_s, 'event_hooks': {'response': [_raise_failure]}, 'follow_redirects': False}
    try:
        with httpx.Client(**settings, **way_of_requests(options), **options) as http:
            yield http
    except httpx.TimeoutException as error:
        raise SkillError('API_TIMEOUT', repr(error)) from error
    except httpx.TransportError as error:
        raise SkillError('API_UNAVAILABLE', repr(error)) from error


def _raise_failure(answer: httpx.Response) -> None:
    """Raises a SkillError with the reason if the platform answered instead of the provider."""
    failure = answer.headers.get(_FAILURE_HEADER)
    if failure is not None:
        raise SkillError(_CODES.get(failure, 'API_UNAVAILABLE'), f'{answer.request.url.host}: {failure}')
