"""The JSON of what scripts pass to the platform, whose readers have numbers of 53 bits."""

import json
import re

_MOST = 2**53
# `json.dumps` would make a new one each time.
_encode = json.JSONEncoder(allow_nan=False).encode
# Digits that may be such an integer, or a part of a text.
_LONG = re.compile(r'\d{16}')


def json_of(data, _encode=_encode, _long=_LONG.search) -> str:
    """The JSON of a value. Raises ValueError for an integer that its readers would round, and for NaN and infinity."""
    text = _encode(data)
    if _long(text) is not None:
        json.loads(text, parse_int=_exact)
    return text


def _exact(digits: str) -> None:
    if abs(int(digits)) > _MOST:
        raise ValueError(f'{digits} is beyond 2**53, so that JSON readers round it: pass it as text, str({digits})')
