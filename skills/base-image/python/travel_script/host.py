"""Host calls: numbered, one at a time, in the order in which the script makes them."""

import http.client
import json
import os
import socket
import ssl
import threading
import time

from travel_skill._plain import PLAIN_SOCKET, has_plain_socket

from . import CapabilityRevoked
from .json_text import json_of

_HOST = 'runner.travel.internal'
_EXIT_WITHOUT_HOST = 70
# The gateway closes a connection that is not used for longer.
_KEPT_S = 30
_monotonic = time.monotonic

_ERRORS = {'TypeError': TypeError, 'RangeError': LookupError, 'CapabilityRevoked': CapabilityRevoked}


class Suspended(Exception):
    """The answer comes later, to another run of the same script."""


class _Plain(http.client.HTTPConnection):
    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(PLAIN_SOCKET)


def _connect() -> http.client.HTTPConnection:
    if has_plain_socket():
        return _Plain(_HOST)
    return http.client.HTTPSConnection(_HOST, context=ssl.create_default_context())


class Host:
    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._calls = 0
        self._connection = None
        self._used_at = 0.0

    def call(self, op: str, args: dict):
        """The value of the answer. Raises its error, and Suspended. Ends the process when the platform cannot be reached."""
        with self.lock:
            body = json_of({'seq': self._calls, 'op': op, 'args': args}).encode()
            self._calls += 1
            try:
                status, text = self._post(body)
                answer = json.loads(text)
            except (OSError, http.client.HTTPException, ValueError) as error:
                os.write(2, f'travel script: {error}\n'.encode())
                os._exit(_EXIT_WITHOUT_HOST)
        if status != 200:
            raise ValueError(f'{op}: {answer.get("detail", status)}')
        if answer['kind'] == 'suspend':
            raise Suspended
        if answer['kind'] == 'rejected':
            raise _ERRORS.get(answer['name'], RuntimeError)(answer['message'])
        return answer['value']

    def _post(self, body: bytes):
        if self._connection is None or _monotonic() - self._used_at > _KEPT_S:
            self._connection = _connect()
        self._used_at = _monotonic()
        self._connection.request('POST', '/call', body, {'content-type': 'application/json'})
        response = self._connection.getresponse()
        return response.status, response.read()
