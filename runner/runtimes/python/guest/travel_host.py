"""The guest's only way to the host: a device to which it writes requests, and from which it reads replies.

Host calls are numbered from 1. A call is started at once and answered later, so several can be open; answers arrive in the order in
which the host gives them. `runner/runtimes/python/guest-protocol.ts` describes the requests.
"""

import base64
import json
import os

from travel_script import CapabilityRevoked
from travel_script.json_text import json_of

_DEVICE = os.open('/data/.host', os.O_RDWR)
_ERRORS = {'TypeError': TypeError, 'RangeError': LookupError, 'CapabilityRevoked': CapabilityRevoked}


class Rejected(Exception):
    """The host rejected a call. `name` says why: NetworkError, TimeoutError, TypeError, CapabilityRevoked."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.message = message


# The functions that a call needs are parameters, so that a script that replaces them in their modules breaks only itself.
def _exchange(request, _read=os.read, _write=os.write, _device=_DEVICE) -> bytes:
    _write(_device, request)
    got = _read(_device, 4096)
    size = int.from_bytes(got[:4], 'little')
    parts, missing = [got[4:]], size - (len(got) - 4)
    while missing > 0:
        part = _read(_device, min(missing, 1 << 20))
        if not part:
            raise OSError('the host does not answer')
        parts.append(part)
        missing -= len(part)
    return b''.join(parts)


def _send(request: bytes, _write=os.write, _device=_DEVICE) -> None:
    _write(_device, request)


class _Calls:
    """The host calls of this execution."""

    def __init__(self) -> None:
        self.started = 0
        self.answers = {}
        self.waiting = set()

    def start(self, op: str, args: dict, _json_of=json_of) -> int:
        _send(f'c{op}\n{_json_of(args)}'.encode())
        self.started += 1
        self.waiting.add(self.started)
        return self.started

    def take_next(self) -> int:
        """Waits for the next answer, of any call. Returns the call."""
        reply = _exchange(b'w')
        call, size = int.from_bytes(reply[:4], 'little'), int.from_bytes(reply[5:9], 'little')
        self.answers[call] = (reply[4] == 1, reply[9 : 9 + size], reply[9 + size :])
        self.waiting.discard(call)
        return call

    def value(self, call: int, _loads=json.loads):
        """The value and the body of an answer that has arrived. Raises its error."""
        fulfilled, text, body = self.answers.pop(call)
        value = _loads(text)
        if fulfilled:
            return value, body
        raise Rejected(*value)


calls = _Calls()


def _finish(call: int):
    while call not in calls.answers:
        calls.take_next()
    return calls.value(call)


async def _finish_async(call: int):
    import asyncio

    loop = asyncio.get_running_loop()
    future = loop.create_future()
    loop.host_futures[call] = future
    try:
        await future
    finally:
        loop.host_futures.pop(call, None)
    return calls.value(call)


def given() -> tuple:
    """The input of this execution: the JSON of its call, and its script."""
    given = _exchange(b'i')
    end = 4 + int.from_bytes(given[:4], 'little')
    return given[4:end], given[end:].decode()


def call(op: str, args: dict):
    """The value of a host call. Raises its error."""
    try:
        return _finish(calls.start(op, args))[0]
    except Rejected as error:
        raise _ERRORS.get(error.name, RuntimeError)(error.message) from None


def secret(name: str):
    """The placeholder of a secret; None: it was withheld."""
    return json.loads(_exchange(b's' + name.encode()))


def returned(text: str) -> None:
    """Ends the execution with the JSON of its answer."""
    _send(b'r' + text.encode())


def raised(code: str, detail: str, field) -> None:
    """Ends the execution with an error of the platform's."""
    _send(b'x' + json.dumps([code, detail[:4000], field]).encode())


def threw(detail: str) -> None:
    """Ends the execution with an error of its own."""
    _send(b't' + detail.encode('utf-8', 'replace'))


def _fetch_args(method: str, url: str, headers, body, timeout_ms) -> dict:
    # The libraries follow redirects themselves, by their own rules and options.
    args = {'method': method, 'url': url, 'headers': [list(pair) for pair in headers], 'redirect': 'manual'}
    if body is not None:
        args['body'] = {'base64': base64.b64encode(body).decode()}
    if timeout_ms is not None:
        args['timeoutMs'] = timeout_ms
    return args


def _reply_of(url: str, answer):
    head, body = answer
    return head['status'], head['url'] or url, [tuple(pair) for pair in head['headers']], body


def fetch(method: str, url: str, headers, body, timeout_ms):
    """Sends one request. Returns its status, URL, headers and body. Raises Rejected."""
    return _reply_of(url, _finish(calls.start('fetch', _fetch_args(method, url, headers, body, timeout_ms))))


async def fetch_async(method: str, url: str, headers, body, timeout_ms):
    """Like `fetch`; others can run in the meantime, and other requests can be on their way."""
    return _reply_of(url, await _finish_async(calls.start('fetch', _fetch_args(method, url, headers, body, timeout_ms))))
