"""HTTP for skills. Importing it loads httpx: import it at the top, so that it loads before the input arrives."""

import contextlib
from typing import Any, Dict, Iterator, Mapping

import httpx

from . import SkillError
from ._plain import PLAIN_SOCKET, PlainTransport, has_plain_socket

__all__ = ['client']

_FAILURE_HEADER = 'x-travel-error'
# Programs that set one of these use their own transport.
_WAYS = frozenset(['verify', 'cert', 'http1', 'http2', 'proxies', 'mounts', 'limits', 'transport', 'app', 'trust_env'])


@contextlib.contextmanager
def client(timeout_s: float = 10.0, **options: Any) -> Iterator[httpx.Client]:
    """An `httpx.Client` that follows no redirects. Raises network failures as API_TIMEOUT or API_UNAVAILABLE."""
    settings = {'timeout': timeout_s, 'event_hooks': {'response': [_raise_failure]}, 'follow_redirects': False}
    try:
        with httpx.Client(**settings, **_way(options), **options) as http:
            yield http
    except httpx.TimeoutException as error:
        raise SkillError('API_TIMEOUT', repr(error)) from error
    except httpx.TransportError as error:
        raise SkillError('API_UNAVAILABLE', repr(error)) from error


def _way(options: Mapping[str, Any]) -> Dict[str, Any]:
    if not _WAYS.isdisjoint(options):
        return {}
    trusted = httpx.create_ssl_context()
    mounts = {'https://': PlainTransport(PLAIN_SOCKET, trusted)} if has_plain_socket() else {}
    return {'verify': trusted, 'mounts': mounts}


def _raise_failure(answer: httpx.Response) -> None:
    """Raises a SkillError with the reason if the platform answered instead of the provider."""
    failure = answer.headers.get(_FAILURE_HEADER)
    if failure is not None:
        code = 'API_TIMEOUT' if failure == 'TimeoutError' else 'API_UNAVAILABLE'
        raise SkillError(code, f'{answer.request.url.host}: {failure}')
