"""What httpx, requests and urllib.request have in common: one host call a request, and the rules that the host leaves out.

The host resolves names, encrypts, decompresses and enforces the policy. Redirects that it returns are followed here.
"""

import base64
import email.message
import http.cookiejar
import mimetypes
import os
import re
import types
import urllib.parse
import urllib.request
from http import HTTPStatus

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
_PORTS = {'http': 80, 'https': 443}
_NAME = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+").fullmatch
_VALUE = re.compile(rb'[\t\x20-\x7e\x80-\xff]*').fullmatch


class Unsupported(NotImplementedError):
    """The host has no such feature. The message says what to use instead."""

    def __init__(self, what, instead):
        super().__init__(f'{what} is not supported in this sandbox: {instead}')


def refuse(given):
    """Raises Unsupported for the first of `(value, name, instead)` whose value is set."""
    for value, name, instead in given:
        if value:
            raise Unsupported(name, instead)


HOST_CONNECTS = 'the host opens the connection. Leave it out'
HOST_CHECKS = 'the host always checks certificates against its own list. Leave it out'


def refuse_connection_options(verify, cert, proxy):
    refuse([
        (verify is not True and verify is not None, f'verify={verify!r}', HOST_CHECKS),
        (cert, 'cert', 'the host holds the credentials. Declare a secret for this host in the manifest'),
        (proxy, 'A proxy', HOST_CONNECTS),
    ])


class IllegalHeader(ValueError):
    """The host ends an execution that sends such a header. Here the program can handle the mistake."""


def _checked(name, value):
    """A header as text with one character for each byte."""
    name, value = (part if isinstance(part, bytes) else part.encode('latin-1') for part in (name, value))
    if not _NAME(name):
        raise IllegalHeader(f'Illegal header name {name!r}')
    if not _VALUE(value):
        raise IllegalHeader(f'Illegal header value {value!r}')
    return name.decode('latin-1'), value.decode('latin-1')


def _call(method, url, headers, body, timeout_s):
    parts = urllib.parse.urlsplit(url)
    netloc = parts.netloc.rpartition('@')[2]
    target = urllib.parse.urlunsplit((parts.scheme, netloc, parts.path, parts.query, ''))
    # A Host header that names the URL's own host says nothing new. Another one goes to the host, which refuses it.
    sent = [
        (name, value)
        for name, value in (_checked(*pair) for pair in headers)
        if name.lower() not in _OF_THE_CONNECTION and (name.lower(), value.lower()) != ('host', netloc.lower())
    ]
    if len(sent) > MOST_HEADERS:
        raise ValueError(f'A request may have {MOST_HEADERS} headers, and this one has {len(sent)}')
    if len(target) > LONGEST_URL:
        raise ValueError(f'A URL may have {LONGEST_URL} characters, and this one has {len(target)}')
    if body is not None and len(body) > LARGEST_BODY:
        raise ValueError(f'A request body may have {LARGEST_BODY} bytes, and this one has {len(body)}')
    timeout_ms = None if timeout_s is None else min(max(timeout_s, 0.001), LONGEST_TIMEOUT_S) * 1000
    return method, target, sent, body or None, timeout_ms


def _answer(sent, answer):
    status, url, headers, body = answer
    moved_to = url if url != sent and _compared(url) != _compared(sent) else None
    return status, moved_to, [pair for pair in headers if pair[0].lower() not in _OF_THE_ENCODED_BODY], body


def _compared(url):
    """A URL without the differences that normalization makes."""
    parts = urllib.parse.urlsplit(url)
    return _origin(url), urllib.parse.unquote(parts.path) or '/', urllib.parse.unquote(parts.query)


def fetch(*request):
    """Sends `(method, url, headers, body, timeout_s)` and returns `(status, moved_to, headers, body)`.

    `moved_to` is the URL of the answer if the host followed a redirect, and otherwise None.
    """
    call = _call(*request)
    return _answer(call[1], travel_host.fetch(*call))


async def fetch_async(*request):
    call = _call(*request)
    return _answer(call[1], await travel_host.fetch_async(*call))


def failure(rejected, network, timeout):
    """The exception for a rejected host call. `network` and `timeout` are the library's classes."""
    if rejected.name == 'CapabilityRevoked':
        return travel_host.CapabilityRevoked(rejected.message)
    if rejected.name == 'TimeoutError':
        return timeout(rejected.message)
    if rejected.name == 'TypeError':
        return TypeError(rejected.message)
    return network(rejected.message if rejected.name == 'NetworkError' else f'{rejected.name}: {rejected.message}')


def total_timeout(parts):
    """One deadline for the whole request, because the host has no separate phases."""
    return None if None in parts else max(parts)


def octets(text):
    """A header value as it was on the wire."""
    try:
        return text.encode('latin-1')
    except UnicodeEncodeError:
        return text.encode('utf-8')


def reason_of(status):
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ''


def basic(username, password, encoding):
    pair = [part if isinstance(part, bytes) else str(part).encode(encoding) for part in (username, password)]
    return 'Basic ' + base64.b64encode(b':'.join(pair)).decode()


def charset_of(content_type):
    message = email.message.Message()
    message['content-type'] = content_type or ''
    charset = message.get_param('charset')
    return charset.strip('\'"') if isinstance(charset, str) else None


def links_of(header):
    """The targets of a Link header by their relation."""
    links = {}
    for part in re.split(', *<', (header or '').strip(' \'"')):
        target, *params = part.split(';')
        link = {'url': target.strip('<> \'"')}
        for param in params:
            # Both libraries stop at the first parameter that is not one name with one value.
            if param.count('=') != 1:
                break
            name, _, value = param.partition('=')
            link[name.strip(' \'"')] = value.strip(' \'"')
        if part:
            links[link.get('rel') or link['url']] = link
    return links


def without_dots(path):
    """A path without the segments `.` and `..`."""
    if '.' not in path.split('/') and '..' not in path.split('/'):
        return path
    kept = []
    for part in path.split('/'):
        if part == '..':
            if kept and kept != ['']:
                kept.pop()
        elif part != '.':
            kept.append(part)
    return '/'.join(kept)


# Redirects

REDIRECTS = frozenset([301, 302, 303, 307, 308])


def redirected_method(method, status):
    """Browsers turn a redirected POST into a GET, except for 307 and 308, and so do both libraries."""
    if (status in (302, 303) and method != 'HEAD') or (status == 301 and method == 'POST'):
        return 'GET'
    return method


def _origin(url):
    parts = urllib.parse.urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or _PORTS.get(parts.scheme)


def is_same_origin(old, new):
    return _origin(old) == _origin(new)


def keeps_authorization(old, new):
    """Credentials stay with their origin. They also follow a redirect from HTTP to HTTPS on the same host."""
    (old_scheme, old_host, old_port), (new_scheme, new_host, new_port) = _origin(old), _origin(new)
    upgraded = old_host == new_host and (old_scheme, old_port, new_scheme, new_port) == ('http', 80, 'https', 443)
    return upgraded or is_same_origin(old, new)


# Cookies

def cookie(name, value, **fields):
    fields = {
        'version': 0, 'port': None, 'domain': '', 'path': '/', 'secure': False, 'expires': None, 'discard': True,
        'comment': None, 'comment_url': None, 'rest': {'HttpOnly': None}, 'rfc2109': False, **fields,
    }
    return http.cookiejar.Cookie(
        name=name, value=value, port_specified=bool(fields['port']), domain_specified=bool(fields['domain']),
        domain_initial_dot=fields['domain'].startswith('.'), path_specified=bool(fields['path']), **fields)


def matching_cookies(jar, name, domain=None, path=None):
    return [
        one for one in iter(jar) if one.name == name and domain in (None, one.domain) and path in (None, one.path)
    ]


def cookie_header(jar, url):
    request = urllib.request.Request(url)
    jar.add_cookie_header(request)
    return request.get_header('Cookie')


def keep_cookies(jar, url, headers):
    """Adds the cookies of an answer's `Set-Cookie` headers to the jar."""
    cookies = [value for name, value in headers if name.lower() == 'set-cookie']
    if not cookies:
        return
    message = email.message.Message()
    for value in cookies:
        message['set-cookie'] = value
    jar.extract_cookies(types.SimpleNamespace(info=lambda: message), urllib.request.Request(url))


# Bodies

def read_all(source):
    """The bytes of a text, bytes, a file, or an iterable of pieces."""
    if isinstance(source, (str, bytes, bytearray)):
        return source.encode() if isinstance(source, str) else bytes(source)
    if hasattr(source, 'read'):
        return read_all(source.read())
    return b''.join(read_all(piece) for piece in source)


def pieces(whole, size):
    size = max(size or len(whole), 1)
    return (whole[start:start + size] for start in range(0, len(whole), size))


def boundary():
    # The runtime seeds the system's random bytes, so a repeated execution sends the same body.
    return os.urandom(16).hex()


_ESCAPES = {'"': '%22', '\\': '\\\\', **{chr(code): f'%{code:02X}' for code in range(0x20) if code != 0x1B}}


def _quoted(name, value):
    return f'{name}="{"".join(_ESCAPES.get(char, char) for char in value)}"'


def multipart(parts, mark):
    """A multipart/form-data body of `(name, filename, headers, bytes)`."""
    body = []
    for name, filename, headers, content in parts:
        disposition = f'form-data; {_quoted("name", name)}'
        if filename:
            disposition += f'; {_quoted("filename", filename)}'
        lines = [f'--{mark}', f'Content-Disposition: {disposition}', *(f'{key}: {text}' for key, text in headers), '', '']
        body += ['\r\n'.join(lines).encode(), content, b'\r\n']
    return b''.join(body) + f'--{mark}--\r\n'.encode()


def file_part(name, value, default_name, guess_type):
    """A multipart part of a file as both libraries take it: the content, or `(filename, content, type, headers)`."""
    if isinstance(value, (tuple, list)):
        filename, content, content_type, headers = (*value, None, None)[:4] if len(value) < 4 else value
    else:
        filename, content, content_type, headers = name_of(value) or default_name, value, None, None
    headers = dict(headers or {})
    if content_type is None and guess_type and filename:
        content_type = mimetypes.guess_type(filename)[0] or 'application/octet-stream'
    if content_type and not any(key.lower() == 'content-type' for key in headers):
        headers['Content-Type'] = content_type
    return name, filename, headers.items(), read_all(content)


def name_of(file):
    name = getattr(file, 'name', None)
    return os.path.basename(name) if isinstance(name, str) and name[:1] + name[-1:] != '<>' else None
