"""A fake of the runtime's module. It answers from the service of the cases, without a network."""

import asyncio
import urllib.parse

BASE = 'http://127.0.0.1:2'
OTHER = 'http://localhost:2'
calls = []
rejections = []
CapabilityRevoked = PermissionError
_tries = {}
_meeting = []


class Rejected(Exception):
    def __init__(self, name, message):
        super().__init__(f'{name}: {message}')
        self.name, self.message = name, message


def fetch(method, url, headers, body, timeout_ms):
    import http_cases

    calls.append((method, url, headers, body, timeout_ms))
    assert all(isinstance(part, str) for pair in headers for part in pair), headers
    assert body is None or isinstance(body, bytes), body
    if rejections:
        raise Rejected(*rejections.pop(0))
    parts = urllib.parse.urlsplit(url)
    if parts.port == 1:
        raise Rejected('NetworkError', 'the connection was refused')
    if parts.path == '/never':
        assert timeout_ms is not None, 'a request that never ends needs a timeout'
        raise Rejected('TimeoutError', 'the request took too long')
    target = urllib.parse.urlunsplit(('', '', parts.path or '/', parts.query, ''))
    status, answered, content = http_cases.answer_of(method, target, headers, body or b'', _tries)
    return status, url, [(name.lower(), value) for name, value in answered], b'' if method == 'HEAD' else content


async def fetch_async(method, url, headers, body, timeout_ms):
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)
    if '/meet' in url:
        if not _meeting or _meeting[0].done():
            _meeting[:] = [asyncio.get_running_loop().create_future()]
        _meeting.append(url)
        if len(_meeting) > int(query['of'][0]):
            _meeting[0].set_result(None)
        await _meeting[0]
    else:
        await asyncio.sleep(0)
    return fetch(method, url, headers, body, timeout_ms)
