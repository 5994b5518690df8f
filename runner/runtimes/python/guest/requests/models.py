import datetime
import io
import json as jsonlib
import re
import urllib.parse
from collections.abc import Mapping
from http.cookiejar import CookieJar

import _travel_http as core

from .auth import HTTPBasicAuth
from .cookies import cookiejar_from_dict
from .exceptions import (
    HTTPError, InvalidHeader, InvalidJSONError, InvalidURL, JSONDecodeError, MissingSchema,
)
from .structures import CaseInsensitiveDict

_URL_SAFE = "!#$&'()*+,/:;=?@[]~"


def _encoded(part, safe="!$&'()*+,/:;=@"):
    """Percent-encodes a part of a URL. If one percent sign does not start an encoded character, all are encoded."""
    part = re.sub('%[0-9A-Fa-f]{2}', lambda match: match.group().upper(), part)
    return urllib.parse.quote(part, safe=safe if re.search('%(?![0-9A-F]{2})', part) else safe + '%')


def requote(url):
    """Encodes what a URL may not contain, and decodes letters and digits that need no encoding."""
    if re.search('%(?![0-9A-Fa-f]{2})', url):
        return urllib.parse.quote(url, safe=_URL_SAFE)
    return urllib.parse.quote(re.sub('%[0-9A-Fa-f]{2}', _decoded, url), safe=_URL_SAFE + '%')


def _decoded(match):
    char = chr(int(match.group()[1:], 16))
    return char if re.match('[A-Za-z0-9._~-]', char) else match.group()


def encode_params(data):
    if isinstance(data, (str, bytes)):
        return data.decode() if isinstance(data, bytes) else data
    return urllib.parse.urlencode(_pairs(data))


def _pairs(data):
    items = data.items() if isinstance(data, Mapping) else data
    return [
        (key, one)
        for key, value in items
        for one in (value if hasattr(value, '__iter__') and not isinstance(value, (str, bytes)) else [value])
        if one is not None
    ]


def _after_type(header):
    return header[0].lower() != 'content-type'


def hooks_of(hooks):
    given = (hooks or {}).get('response') or []
    return {'response': [given] if callable(given) else list(given)}


class Request:
    def __init__(self, method=None, url=None, headers=None, files=None, data=None, params=None, auth=None, cookies=None,
                 hooks=None, json=None):
        self.method, self.url, self.auth, self.cookies, self.json = method, url, auth, cookies, json
        self.headers, self.files, self.data, self.params = headers or {}, files or [], data or [], params or {}
        self.hooks = hooks_of(hooks)

    def prepare(self):
        prepared = PreparedRequest()
        prepared.prepare(self.method, self.url, self.headers, self.files, self.data, self.params, self.auth, self.cookies,
                         self.hooks, self.json)
        return prepared

    def __repr__(self): return f'<Request [{self.method}]>'


class PreparedRequest:
    def __init__(self):
        self.method = self.url = self.headers = self.body = self._cookies = None
        self.hooks = hooks_of(None)

    def prepare(self, method=None, url=None, headers=None, files=None, data=None, params=None, auth=None, cookies=None,
                hooks=None, json=None):
        self.method = method and method.upper()
        self.prepare_url(url, params)
        self.prepare_headers(headers)
        self.prepare_cookies(cookies or {})
        self.prepare_body(data, files, json)
        self.prepare_auth(auth)
        self.hooks = hooks_of(hooks)

    def prepare_url(self, url, params):
        url = (url.decode() if isinstance(url, bytes) else str(url)).lstrip()
        if ':' in url and not url.lower().startswith('http'):
            self.url = url
            return
        try:
            parts = urllib.parse.urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError as error:
            raise InvalidURL(f'Failed to parse: {url}') from error
        if not parts.scheme:
            raise MissingSchema(f'Invalid URL {url!r}: No scheme supplied. Perhaps you meant https://{url}?')
        if not host:
            raise InvalidURL(f'Invalid URL {url!r}: No host supplied')
        try:
            host = host if host.isascii() else host.encode('idna').decode()
        except UnicodeError:
            raise InvalidURL('URL has an invalid label.') from None
        user, at, _ = parts.netloc.rpartition('@')
        netloc = f"{user}{at}{f'[{host}]' if ':' in host else host}{'' if port is None else f':{port}'}"
        query = '&'.join(part for part in (_encoded(parts.query, "!$&'()*+,/:;=@?"), encode_params(params) if params else '') if part)
        path = core.without_dots(parts.path)
        if not path or parts.path.endswith(('/.', '/..')):
            path = path.rstrip('/') + '/'
        path = _encoded(path)
        self.url = requote(urllib.parse.urlunsplit((parts.scheme, netloc, path, query, _encoded(parts.fragment, "!$&'()*+,/:;=@?"))))

    def prepare_headers(self, headers):
        self.headers = CaseInsensitiveDict()
        for name, value in dict(headers or {}).items():
            name = name.decode() if isinstance(name, bytes) else name
            if not isinstance(value, (str, bytes)):
                raise InvalidHeader(f'Header part ({value!r}) from ({name!r}, {value!r}) must be of type str or bytes, '
                                    f'not {type(value)}')
            text = value.decode('latin-1') if isinstance(value, bytes) else value
            if re.search(r'^\s|[\r\n]', text):
                raise InvalidHeader('Invalid leading whitespace, reserved character(s), or return character(s) in header '
                                    f'value: {value!r}')
            self.headers[name] = value

    def prepare_cookies(self, cookies):
        self._cookies = cookies if isinstance(cookies, CookieJar) else cookiejar_from_dict(cookies)
        header = core.cookie_header(self._cookies, self.url) if self.url.lower().startswith('http') else None
        if header is not None and 'Cookie' not in self.headers:
            self.headers['Cookie'] = header

    def prepare_body(self, data, files, json=None):
        content_type = None
        self.body = None
        if not data and json is not None:
            content_type = 'application/json'
            try:
                self.body = jsonlib.dumps(json, allow_nan=False).encode()
            except ValueError as error:
                raise InvalidJSONError(error, request=self) from error
        elif files:
            if isinstance(data, (str, bytes)):
                raise ValueError('Data must not be a string.')
            fields = [(key, None, [], value if isinstance(value, bytes) else str(value).encode())
                      for key, value in _pairs(data or {})]
            named = files.items() if isinstance(files, Mapping) else files
            mark = core.boundary()
            parts = [core.file_part(name, value, name, guess_type=False) for name, value in named]
            parts = [(name, filename, sorted(headers, key=_after_type), content) for name, filename, headers, content in parts]
            self.body = core.multipart(fields + parts, mark)
            content_type = f'multipart/form-data; boundary={mark}'
        elif isinstance(data, (Mapping, list, tuple)) and data:
            self.body, content_type = encode_params(data), 'application/x-www-form-urlencoded'
        elif data:
            self.body = data if isinstance(data, (str, bytes)) else core.read_all(data)
        if self.body is not None:
            self.headers['Content-Length'] = str(len(self.body_bytes()))
        elif self.method not in ('GET', 'HEAD') and 'Content-Length' not in self.headers:
            self.headers['Content-Length'] = '0'
        if content_type and 'content-type' not in self.headers:
            self.headers['Content-Type'] = content_type

    def prepare_auth(self, auth):
        if auth is None:
            parts = urllib.parse.urlsplit(self.url)
            if parts.username and parts.password is not None:
                auth = (urllib.parse.unquote(parts.username), urllib.parse.unquote(parts.password))
        if auth:
            changed = (HTTPBasicAuth(*auth) if isinstance(auth, tuple) and len(auth) == 2 else auth)(self)
            self.__dict__.update(changed.__dict__)
            if self.body is not None:
                self.headers['Content-Length'] = str(len(self.body_bytes()))

    def body_bytes(self):
        return None if self.body is None else core.read_all(self.body)

    @property
    def path_url(self):
        parts = urllib.parse.urlsplit(self.url)
        return (parts.path or '/') + (f'?{parts.query}' if parts.query else '')

    def copy(self):
        copied = PreparedRequest()
        copied.__dict__.update(self.__dict__, headers=self.headers and self.headers.copy())
        return copied

    def __repr__(self): return f'<PreparedRequest [{self.method}]>'


class Response:
    def __init__(self):
        self.status_code = self.url = self.encoding = self.reason = self.request = self.raw = self._next = None
        self.headers, self.cookies, self.history = CaseInsensitiveDict(), cookiejar_from_dict({}), []
        self.elapsed = datetime.timedelta(0)
        self._content = b''

    @classmethod
    def of_host(cls, request, status, headers, body, elapsed):
        response = cls()
        response.request, response.url = request, request.url
        response.status_code, response.reason, response.elapsed = status, core.reason_of(status), elapsed
        for name, value in headers:
            before = response.headers.get(name)
            response.headers[name] = value if before is None else f'{before}, {value}'
        response.set_cookies = [pair for pair in headers if pair[0].lower() == 'set-cookie']
        core.keep_cookies(response.cookies, request.url, response.set_cookies)
        response.encoding = _encoding_of(response.headers.get('content-type'))
        response._content, response.raw = body, io.BytesIO(body)
        return response

    content = property(lambda self: self._content)
    ok = property(lambda self: self.status_code < 400)
    is_redirect = property(lambda self: 'location' in self.headers and self.status_code in core.REDIRECTS)
    is_permanent_redirect = property(lambda self: 'location' in self.headers and self.status_code in (301, 308))
    next = property(lambda self: self._next)

    @property
    def links(self):
        return core.links_of(self.headers.get('link'))

    @property
    def apparent_encoding(self):
        try:
            self.content.decode()
        except UnicodeDecodeError:
            return 'ISO-8859-1'
        return 'ascii' if self.content.isascii() else 'utf-8'

    @property
    def text(self):
        try:
            return self.content.decode(self.encoding or self.apparent_encoding, errors='replace')
        except LookupError:
            return self.content.decode(errors='replace')

    def json(self, **kwargs):
        try:
            if not self.encoding and len(self.content) > 3:
                return jsonlib.loads(self.content, **kwargs)
            return jsonlib.loads(self.text, **kwargs)
        except jsonlib.JSONDecodeError as error:
            raise JSONDecodeError(error.msg, error.doc, error.pos) from None

    def raise_for_status(self):
        if 400 <= self.status_code < 600:
            kind = 'Client' if self.status_code < 500 else 'Server'
            raise HTTPError(f'{self.status_code} {kind} Error: {self.reason} for url: {self.url}', response=self)

    def iter_content(self, chunk_size=1, decode_unicode=False):
        if chunk_size is not None and not isinstance(chunk_size, int):
            raise TypeError(f'chunk_size must be an int, it is instead a {type(chunk_size)}.')
        content = self.text if decode_unicode and self.encoding else self.content
        return core.pieces(content, chunk_size)

    def iter_lines(self, chunk_size=512, decode_unicode=False, delimiter=None):
        for whole in self.iter_content(None, decode_unicode):
            yield from whole.split(delimiter) if delimiter else whole.splitlines()

    def close(self): pass
    def __iter__(self): return self.iter_content(128)
    def __bool__(self): return self.ok
    def __enter__(self): return self
    def __exit__(self, *_): self.close()
    def __repr__(self): return f'<Response [{self.status_code}]>'


def _encoding_of(content_type):
    kind = (content_type or '').partition(';')[0].strip().lower()
    default = 'ISO-8859-1' if 'text' in kind else 'utf-8' if 'application/json' in kind else None
    return core.charset_of(content_type) or default
