"""Runs typical scripts before the image is taken: their regular expressions are then compiled, and their code is specialized."""

import gc
import linecache
import sys

import travel_entry
import travel_host
from travel_script import unhandled

# Python specializes the code of a function after a few calls.
_ROUNDS = 8
_URL = 'https://api.example.com/v1/offers?page=1'
_HEADERS = [('content-type', 'application/json; charset=utf-8'), ('set-cookie', 'a=b; Path=/')]
_BODY = b'{"data": [{"id": "1", "price": 12.5, "at": "2030-01-02T03:04:05"}]}'
_SCRIPT = f"""
import json, re, datetime
import httpx, requests, urllib.request

answer = httpx.get('{_URL}', params={{'q': 'a b'}}, headers={{'accept': 'application/json'}}, timeout=10)
answer.raise_for_status()
with httpx.Client(base_url='https://api.example.com') as client:
    client.post('/v1/offers', json={{'a': [1, 2.5, None]}}).json()
    client.get('/v1/offers', headers={{'authorization': 'Bearer 1'}})
requests.get('{_URL}', timeout=10).json()
with requests.Session() as session:
    session.post('{_URL}', json={{'a': 1}}).raise_for_status()
urllib.request.urlopen(urllib.request.Request('{_URL}')).read()
found = [datetime.datetime.fromisoformat(one['at']) for one in json.loads(answer.text)['data']]
set_result(sorted(str(one) for one in found if re.match('.', str(one))))
"""


def _answer(method, url, _headers, _body, _timeout_ms):
    return 200, url, _HEADERS, _BODY


def warm() -> None:
    """Leaves nothing that a script sees: the entry starts each one in a new module."""
    ended = []
    host = {
        'given': lambda: (b'{}', _SCRIPT),
        'fetch': _answer,
        'returned': ended.append,
        'threw': ended.append,
    }
    before = {name: getattr(travel_host, name) for name in host}
    main = sys.modules['__main__']
    vars(travel_host).update(host)
    try:
        for _ in range(_ROUNDS):
            travel_entry.prepare()
            travel_entry.entry()
    finally:
        vars(travel_host).update(before)
    if any('"2030-01-02 03:04:05"' not in text for text in ended):
        raise RuntimeError(ended[0])
    sys.modules['__main__'] = main
    linecache.clearcache()
    travel_entry.current.__init__()
    unhandled.current.__init__()


_filling = []


def fill_holes() -> None:
    """Fills the holes that imports have left between objects that stay, so that what a script allocates is side by side.

    Each block of memory that an execution has changed is copied back after it.
    """
    highest = max(map(id, gc.get_objects()))
    for size in (4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 8):
        while id(filling := bytes(size)) < highest:
            _filling.append(filling)
    while id(filling := object()) < highest:
        _filling.append(filling)
