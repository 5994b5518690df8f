"""One HTTP request as one host call: what the transports of httpx, urllib3 and urllib.request have in common.

The host resolves names, encrypts, checks certificates, decompresses and enforces the policy.
"""

import http.client
import re

import certifi
import travel_host

# The host rejects a larger request. Here the error can name the limit.
MOST_HEADERS = 64
LONGEST_URL = 16_384
LARGEST_BODY = 1024 * 1024
LONGEST_TIMEOUT_S = 600

# The host sets these itself, for the connection that it opens.
_OF_THE_CONNECTION = frozenset(['accept-encoding', 'connection', 'content-length', 'keep-alive', 'transfer-encoding'])
# The body arrives decoded, so these no longer describe it.
_OF_THE_ENCODED_BODY = frozenset(['content-encoding', 'transfer-encoding'])
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+").fullmatch
_VALUE = re.compile(r'[\t\x20-\x7e\x80-\xff]*').fullmatch

_CONNECTS = 'the host opens the connection. Leave it out'
_INSTEAD = {
    'verify': 'the host always checks certificates against its own list. Leave it out',
    'cert': 'the host holds the credentials. Declare a secret for this host in the manifest',
    'retries': 'catch httpx.TransportError and send again',
    **dict.fromkeys(['proxy', 'http2', 'uds', 'local_address'], _CONNECTS),
}


def refuse(**options):
    """Raises for an option that is set: the host has no such feature. The message says what to use instead."""
    for name, given in options.items():
        if given:
            raise NotImplementedError(f'{name}={given!r} is not supported in this sandbox: {_INSTEAD[name]}')


def refuse_tls(verify, cert):
    if verify is not True and verify is not None and verify != certifi.OF_THE_HOST:
        raise NotImplementedError(f'verify={verify!r} is not supported in this sandbox: {_INSTEAD["verify"]}')
    refuse(cert=cert)


def call_of(method, scheme, place, target, headers, body, timeouts):
    """The arguments of the host call for a request. `place`: the host, and its port if the URL has one.

    Of the timeouts of phases, the longest counts, because the host has no separate phases.
    """
    if not place:
        raise ValueError('The URL has no host')
    url = f'{scheme}://{place}{target}'
    sent = []
    for name, value in headers:
        lower = name.lower()
        # A Host header that names the URL's own host says nothing new. Another one goes to the host, which refuses it.
        if lower in _OF_THE_CONNECTION or lower == 'host' and value.lower() == place.lower():
            continue
        # The host ends an execution that sends such a header. Here the program can handle the mistake.
        if not _NAME(name):
            raise ValueError(f'Illegal header name {name!r}')
        if not _VALUE(value):
            raise ValueError(f'Illegal header value {value!r}')
        sent.append((name, value))
    if len(sent) > MOST_HEADERS:
        raise ValueError(f'A request may have {MOST_HEADERS} headers, and this one has {len(sent)}')
    if len(url) > LONGEST_URL:
        raise ValueError(f'A URL may have {LONGEST_URL} characters, and this one has {len(url)}')
    if len(body) > LARGEST_BODY:
        raise ValueError(f'A request body may have {LARGEST_BODY} bytes, and this one has {len(body)}')
    timeout_ms = None if None in timeouts else min(max(0.001, *timeouts), LONGEST_TIMEOUT_S) * 1000
    return method, url, sent, body or None, timeout_ms


def answer_of(answer):
    """The status, headers and body of the answer to a host call."""
    status, _, headers, body = answer
    return status, [pair for pair in headers if pair[0].lower() not in _OF_THE_ENCODED_BODY], body


def failure(rejected, failed, timeout):
    """The exception for a rejected host call. `failed` and `timeout` make those of the library."""
    if rejected.name == 'CapabilityRevoked':
        return travel_host.CapabilityRevoked(rejected.message)
    if rejected.name == 'TimeoutError':
        return timeout(rejected.message)
    if rejected.name == 'TypeError':
        return TypeError(rejected.message)
    return failed(rejected.message if rejected.name == 'NetworkError' else f'{rejected.name}: {rejected.message}')


def reason_of(status):
    return http.client.responses.get(status, '')


def message_of(headers):
    message = http.client.HTTPMessage()
    for name, value in headers:
        message[name] = value
    return message


def read_all(source):
    """The bytes of a body: nothing, text, bytes, a file, or an iterable of pieces."""
    if source is None:
        return b''
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, str):
        return source.encode()
    return b''.join(map(read_all, [source.read()] if hasattr(source, 'read') else source))
