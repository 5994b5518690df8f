"""Sends prepared requests through the host. Pool sizes are accepted and not used, because the host pools connections."""

import datetime
import time

import _travel_http as core
from travel_host import Rejected
from urllib3.util.retry import Retry

from .exceptions import ConnectionError, ReadTimeout, RetryError
from .models import Response

DEFAULT_POOLSIZE = 10
DEFAULT_RETRIES = 0


class BaseAdapter:
    def send(self, request, stream=False, timeout=None, verify=True, cert=None, proxies=None):
        raise NotImplementedError

    def close(self):
        pass


class HTTPAdapter(BaseAdapter):
    def __init__(self, pool_connections=DEFAULT_POOLSIZE, pool_maxsize=DEFAULT_POOLSIZE, max_retries=DEFAULT_RETRIES,
                 pool_block=False):
        core.refuse([(hasattr(self, 'init_poolmanager'), 'HTTPAdapter.init_poolmanager', core.HOST_CONNECTS)])
        self.max_retries = max_retries if isinstance(max_retries, Retry) else Retry(max_retries)

    def send(self, request, stream=False, timeout=None, verify=True, cert=None, proxies=None):
        core.refuse_connection_options(verify, cert, proxies)
        phases = timeout if isinstance(timeout, tuple) else (timeout, timeout)
        for phase in phases:
            if phase is not None and phase <= 0:
                raise ValueError(f'Attempted to set connect timeout to {phase}, but the timeout cannot be set to a value '
                                 'less than or equal to 0.')
        call = (request.method, request.url, list(request.headers.items()), request.body_bytes(), core.total_timeout(phases))
        retry, start = self.max_retries, time.perf_counter()
        while True:
            try:
                status, moved_to, headers, body = core.fetch(*call)
            except Rejected as rejected:
                if rejected.name in ('NetworkError', 'TimeoutError') and retry.allows_error(request.method):
                    retry = retry.next('error')
                    continue
                failed = core.failure(rejected, ConnectionError, ReadTimeout)
                if isinstance(failed, (ConnectionError, ReadTimeout)):
                    failed.request = request
                raise failed from None
            answer = {name.lower(): value for name, value in headers}
            if retry.asks_again(request.method, status, 'retry-after' in answer):
                if retry.is_left('status'):
                    retry = retry.next('status', answer.get('retry-after'))
                    continue
                if retry.raise_on_status:
                    raise RetryError(f'too many {status} error responses', request=request)
            elapsed = datetime.timedelta(seconds=time.perf_counter() - start)
            if moved_to is not None:
                request = request.copy()
                request.url = moved_to
            return Response.of_host(request, status, headers, body, elapsed)
