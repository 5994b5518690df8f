"""HTTP for skills. Loading it loads httpx: import it at the top, so that this is done before the input is there."""

import contextlib
import os
from typing import Any, Iterator

import httpx

from . import SkillError
from ._warm_up import warm_up

__all__ = ['client']

_FAILURE_HEADER = 'x-travel-error'


@contextlib.contextmanager
def client(timeout_s: float = 10.0, **options: Any) -> Iterator[httpx.Client]:
    """An `httpx.Client` that follows no redirects. What fails on the way is raised as API_TIMEOUT or API_UNAVAILABLE."""
    hooks = {'response': [_raise_failure]}
    try:
        with httpx.Client(timeout=timeout_s, event_hooks=hooks, follow_redirects=False, **options) as http:
            yield http
    except httpx.TimeoutException as error:
        raise SkillError('API_TIMEOUT', repr(error)) from error
    except httpx.TransportError as error:
        raise SkillError('API_UNAVAILABLE', repr(error)) from error


def _raise_failure(answer: httpx.Response) -> None:
    """The platform answers in the provider's place when nothing came from there, and names why."""
    failure = answer.headers.get(_FAILURE_HEADER)
    if failure is not None:
        code = 'API_TIMEOUT' if failure == 'TimeoutError' else 'API_UNAVAILABLE'
        raise SkillError(code, f'{answer.request.url.host}: {failure}')


if 'TRAVEL_AHEAD' in os.environ:
    # Without it the first request takes longer, and is right as well.
    with contextlib.suppress(OSError, httpx.HTTPError):
        warm_up()
