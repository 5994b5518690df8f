"""The interface of httpx 0.28 on the sandbox's host call. Each answer arrives whole, so streaming hands it out in one piece."""

import contextlib
import copy
import datetime
import inspect
import json as jsonlib
import re
import time
import urllib.parse
import warnings
from collections.abc import AsyncIterable, Mapping, MutableMapping
from enum import IntEnum
from http import HTTPStatus
from http.cookiejar import CookieJar

import _travel_http as core
from _travel_urls import URL, InvalidURL, QueryParams, primitive
from travel_host import Rejected

__version__ = '0.28.1'


# Exceptions

class HTTPError(Exception):
    def __init__(self, message):
        super().__init__(message)
        self._request = None

    @property
    def request(self):
        if self._request is None:
            raise RuntimeError('The .request property has not been set.')
        return self._request

    @request.setter
    def request(self, request):
        self._request = request


class RequestError(HTTPError):
    def __init__(self, message, *, request=None):
        super().__init__(message)
        self._request = request


class TransportError(RequestError): pass
class TimeoutException(TransportError): pass
class ConnectTimeout(TimeoutException): pass
class ReadTimeout(TimeoutException): pass
class WriteTimeout(TimeoutException): pass
class PoolTimeout(TimeoutException): pass
class NetworkError(TransportError): pass
class ReadError(NetworkError): pass
class WriteError(NetworkError): pass
class ConnectError(NetworkError): pass
class CloseError(NetworkError): pass
class ProxyError(TransportError): pass
class UnsupportedProtocol(TransportError): pass
class ProtocolError(TransportError): pass
class LocalProtocolError(ProtocolError): pass
class RemoteProtocolError(ProtocolError): pass
class DecodingError(RequestError): pass
class TooManyRedirects(RequestError): pass
class CookieConflict(Exception): pass
class StreamError(RuntimeError): pass


class HTTPStatusError(HTTPError):
    def __init__(self, message, *, request, response):
        super().__init__(message)
        self.request = request
        self.response = response


class StreamConsumed(StreamError):
    def __init__(self):
        super().__init__('Attempted to read or stream some content, but the content has already been streamed.')


class StreamClosed(StreamError):
    def __init__(self):
        super().__init__('Attempted to read or stream content, but the stream has been closed.')


class ResponseNotRead(StreamError):
    def __init__(self):
        super().__init__('Attempted to access streaming response content, without having called `read()`.')


class RequestNotRead(StreamError):
    def __init__(self):
        super().__init__('Attempted to access streaming request content, without having called `read()`.')


# Status codes

class _Codes(IntEnum):
    @classmethod
    def get_reason_phrase(cls, value): return core.reason_of(value)
    @classmethod
    def is_informational(cls, value): return 100 <= value <= 199
    @classmethod
    def is_success(cls, value): return 200 <= value <= 299
    @classmethod
    def is_redirect(cls, value): return 300 <= value <= 399
    @classmethod
    def is_client_error(cls, value): return 400 <= value <= 499
    @classmethod
    def is_server_error(cls, value): return 500 <= value <= 599
    @classmethod
    def is_error(cls, value): return 400 <= value <= 599
    def __str__(self): return str(self.value)


codes = _Codes('codes', {name: status.value for name, status in HTTPStatus.__members__.items()})
for _name, _status in codes.__members__.items():
    setattr(codes, _name.lower(), int(_status))


# Headers and cookies

def _header_text(value):
    if isinstance(value, bytes):
        for encoding in ('ascii', 'utf-8'):
            with contextlib.suppress(UnicodeDecodeError):
                return value.decode(encoding)
        return value.decode('latin-1')
    if not isinstance(value, str):
        raise TypeError(f'Header value must be str or bytes, not {type(value)}')
    return value.encode('ascii').decode()


class Headers(MutableMapping):
    """Case-insensitive. A name may have several values, which `[]` joins with commas."""

    def __init__(self, headers=None, encoding=None):
        if isinstance(headers, Headers):
            self._list = list(headers._list)
        else:
            pairs = headers.items() if isinstance(headers, Mapping) else headers or []
            self._list = [(_header_text(name), _header_text(value)) for name, value in pairs]

    raw = property(lambda self: [(name.encode(), value.encode()) for name, value in self._list])

    def multi_items(self): return [(name.lower(), value) for name, value in self._list]

    def get_list(self, key, split_commas=False):
        values = [value for name, value in self.multi_items() if name == key.lower()]
        return [part.strip() for value in values for part in value.split(',')] if split_commas else values

    def update(self, headers=None):
        if not headers:
            return
        given = Headers(headers)
        self._list = [pair for pair in self._list if pair[0] not in given] + given._list

    def copy(self): return Headers(self)

    def __getitem__(self, key):
        values = self.get_list(key)
        if not values:
            raise KeyError(key)
        return ', '.join(values)

    def __setitem__(self, key, value):
        value = value.decode() if isinstance(value, bytes) else value.encode().decode()
        places = [place for place, (name, _) in enumerate(self._list) if name.lower() == key.lower()]
        if not places:
            self._list.append((key, value))
            return
        self._list[places[0]] = (key, value)
        for place in reversed(places[1:]):
            del self._list[place]

    def __delitem__(self, key):
        if key not in self:
            raise KeyError(key)
        self._list = [pair for pair in self._list if pair[0].lower() != key.lower()]

    def __contains__(self, key): return any(name.lower() == key.lower() for name, _ in self._list)
    def __iter__(self): return iter({name: None for name, _ in self.multi_items()})
    def __len__(self): return len(self._list)

    def __eq__(self, other):
        try:
            return sorted(self.multi_items()) == sorted(Headers(other).multi_items())
        except (TypeError, ValueError):
            return False

    def __repr__(self):
        secret = ('authorization', 'proxy-authorization')
        pairs = [(name, '[secure]' if name in secret else value) for name, value in self.multi_items()]
        return f'Headers({dict(pairs) if len(dict(pairs)) == len(pairs) else pairs!r})'


class Cookies(MutableMapping):
    def __init__(self, cookies=None):
        if isinstance(cookies, CookieJar):
            self.jar = cookies
            return
        self.jar = CookieJar()
        if isinstance(cookies, Cookies):
            for cookie in cookies.jar:
                self.jar.set_cookie(cookie)
        else:
            for name, value in cookies.items() if isinstance(cookies, Mapping) else cookies or []:
                self.set(name, value)

    def extract_cookies(self, response):
        core.keep_cookies(self.jar, str(response.request.url), response.headers.multi_items())

    def set_cookie_header(self, request):
        header = core.cookie_header(self.jar, str(request.url))
        if header:
            request.headers.setdefault('Cookie', header)

    def set(self, name, value, domain='', path='/'):
        self.jar.set_cookie(core.cookie(name, value, domain=domain, path=path))

    def get(self, name, default=None, domain=None, path=None):
        found = core.matching_cookies(self.jar, name, domain, path)
        if len(found) > 1:
            raise CookieConflict(f'Multiple cookies exist with name={name}')
        return found[0].value if found else default

    def delete(self, name, domain=None, path=None):
        for cookie in core.matching_cookies(self.jar, name, domain, path):
            self.jar.clear(cookie.domain, cookie.path, cookie.name)

    def clear(self, domain=None, path=None):
        self.jar.clear(*[part for part in (domain, path) if part is not None])

    def update(self, cookies=None):
        for cookie in Cookies(cookies).jar if cookies else ():
            self.jar.set_cookie(cookie)

    def __getitem__(self, name):
        value = self.get(name)
        if value is None:
            raise KeyError(name)
        return value

    def __setitem__(self, name, value): self.set(name, value)
    def __delitem__(self, name): self.delete(name)
    def __len__(self): return len(self.jar)
    def __iter__(self): return iter([cookie.name for cookie in self.jar])
    def __bool__(self): return len(self.jar) > 0


# Requests and responses

def _json_bytes(value):
    return jsonlib.dumps(value, ensure_ascii=False, separators=(',', ':'), allow_nan=False).encode()


def _pairs(data):
    return [
        (key, one if isinstance(one, bytes) else primitive(one))
        for key, value in data.items()
        for one in (value if isinstance(value, (list, tuple)) else [value])
    ]


def _encoded(content, data, files, json, content_type):
    """The body of a request, and the headers that follow from it."""
    if data is not None and not isinstance(data, Mapping):
        warnings.warn("Use 'content=<...>' to upload raw bytes/text content.", DeprecationWarning, stacklevel=4)
        content = data
    if content is not None:
        if isinstance(content, dict):
            raise TypeError(f"Unexpected type for 'content', {type(content)!r}")
        return {}, content if isinstance(content, AsyncIterable) else core.read_all(content)
    if files:
        mark = re.search(r'boundary="?([^";]+)', content_type or '')
        mark = mark.group(1) if mark else core.boundary()
        fields = [(key, None, [], core.read_all(value)) for key, value in _pairs(data or {})]
        named = files.items() if isinstance(files, Mapping) else files
        parts = [core.file_part(name, value, 'upload', guess_type=True) for name, value in named]
        return {'Content-Type': f'multipart/form-data; boundary={mark}'}, core.multipart(fields + parts, mark)
    if data:
        body = urllib.parse.urlencode([(key, primitive(value)) for key, value in _pairs(data)]).encode()
        return {'Content-Type': 'application/x-www-form-urlencoded'}, body
    if json is not None:
        return {'Content-Type': 'application/json'}, _json_bytes(json)
    return {}, b''


class Request:
    def __init__(self, method, url, *, params=None, headers=None, cookies=None, content=None, data=None, files=None,
                 json=None, extensions=None):
        self.method = method.upper()
        self.url = URL(url) if params is None else URL(url, params=params)
        self.headers = Headers(headers)
        self.extensions = dict(extensions or {})
        if cookies:
            Cookies(cookies).set_cookie_header(self)
        of_body, self._body = _encoded(content, data, files, json, self.headers.get('content-type'))
        if isinstance(self._body, bytes) and (self._body or self.method in ('POST', 'PUT', 'PATCH')):
            of_body = {'Content-Length': str(len(self._body)), **of_body}
        for name, value in of_body.items():
            self.headers.setdefault(name, value)
        if 'Host' not in self.headers and self.url.host:
            self.headers._list.insert(0, ('Host', self.url.netloc.decode()))

    @property
    def content(self):
        if not isinstance(self._body, bytes):
            raise RequestNotRead()
        return self._body

    def read(self):
        if not isinstance(self._body, bytes):
            raise RuntimeError('Attempted to send an async request with a sync Client instance.')
        return self._body

    async def aread(self):
        if not isinstance(self._body, bytes):
            self._body = core.read_all([piece async for piece in self._body])
        return self._body

    def __repr__(self): return f'<Request({self.method!r}, {str(self.url)!r})>'


class Response:
    def __init__(self, status_code, *, headers=None, content=None, text=None, html=None, json=None, request=None,
                 extensions=None, history=None, default_encoding='utf-8'):
        self.status_code = status_code
        self.headers = Headers(headers)
        self._request = request
        self.next_request = None
        self.extensions = dict(extensions or {})
        self.history = list(history or [])
        self.is_closed = self.is_stream_consumed = False
        self.default_encoding = default_encoding
        content_type = None
        if text is not None or html is not None:
            content_type = 'text/plain; charset=utf-8' if html is None else 'text/html; charset=utf-8'
            content = text if html is None else html
        elif content is None and json is not None:
            content_type, content = 'application/json', _json_bytes(json)
        self._body = core.read_all(content or b'')
        if self._body:
            self.headers.setdefault('Content-Length', str(len(self._body)))
        if content_type:
            self.headers.setdefault('Content-Type', content_type)
        self.read()

    @classmethod
    def _unread(cls, status, headers, body, request, default_encoding, elapsed):
        """A response of the host whose body is not read yet."""
        response = cls(status, request=request, default_encoding=default_encoding)
        response.headers = Headers([(core.octets(name), core.octets(value)) for name, value in headers])
        response._body, response._elapsed = body, elapsed
        response.is_closed = response.is_stream_consumed = False
        del response._content
        return response

    @property
    def request(self):
        if self._request is None:
            raise RuntimeError('The request instance has not been set on this response.')
        return self._request

    @request.setter
    def request(self, request):
        self._request = request

    @property
    def elapsed(self):
        if not self.is_closed or not hasattr(self, '_elapsed'):
            raise RuntimeError("'.elapsed' may only be accessed after the response has been read or closed.")
        return self._elapsed

    @property
    def content(self):
        if not hasattr(self, '_content'):
            raise ResponseNotRead()
        return self._content

    @property
    def text(self):
        if not hasattr(self, '_text'):
            self._text = self.content.decode(self.encoding or 'utf-8', errors='replace')
        return self._text

    @property
    def charset_encoding(self):
        charset = core.charset_of(self.headers.get('content-type'))
        return charset and charset.lower()

    @property
    def encoding(self):
        if not hasattr(self, '_encoding'):
            encoding = self.charset_encoding
            try:
                ''.encode(encoding or 'utf-8')
            except LookupError:
                encoding = None
            if encoding is None:
                default = self.default_encoding
                encoding = default if isinstance(default, str) else default(self.content)
            self._encoding = encoding or 'utf-8'
        return self._encoding

    @encoding.setter
    def encoding(self, encoding):
        if hasattr(self, '_text'):
            raise ValueError('Setting encoding after `text` has been accessed is not allowed.')
        self._encoding = encoding

    url = property(lambda self: self.request.url)
    http_version = property(lambda self: 'HTTP/1.1')
    reason_phrase = property(lambda self: core.reason_of(self.status_code))
    is_informational = property(lambda self: codes.is_informational(self.status_code))
    is_success = property(lambda self: codes.is_success(self.status_code))
    is_redirect = property(lambda self: codes.is_redirect(self.status_code))
    is_client_error = property(lambda self: codes.is_client_error(self.status_code))
    is_server_error = property(lambda self: codes.is_server_error(self.status_code))
    is_error = property(lambda self: codes.is_error(self.status_code))
    has_redirect_location = property(lambda self: self.status_code in core.REDIRECTS and 'Location' in self.headers)
    links = property(lambda self: core.links_of(self.headers.get('link')))
    num_bytes_downloaded = property(lambda self: len(self._body) if self.is_stream_consumed else 0)

    @property
    def cookies(self):
        if not hasattr(self, '_cookies'):
            self._cookies = Cookies()
            self._cookies.extract_cookies(self)
        return self._cookies

    def raise_for_status(self):
        if self._request is None:
            raise RuntimeError('Cannot call `raise_for_status` as the request instance has not been set on this response.')
        if self.is_success:
            return self
        kinds = {1: 'Informational response', 3: 'Redirect response', 4: 'Client error', 5: 'Server error'}
        kind = kinds.get(self.status_code // 100, 'Invalid status code')
        lines = [f"{kind} '{self.status_code} {self.reason_phrase}' for url '{self.url}'"]
        if self.has_redirect_location:
            lines.append(f"Redirect location: '{self.headers['location']}'")
        page = f'https://developer.mozilla.org/en-US/docs/Web/HTTP/Status/{self.status_code}'
        lines.append(f'For more information check: {page}')
        raise HTTPStatusError('\n'.join(lines), request=self.request, response=self)

    def json(self, **kwargs): return jsonlib.loads(self.content, **kwargs)

    def read(self):
        if not hasattr(self, '_content'):
            self._content = b''.join(self.iter_raw())
        return self._content

    def iter_raw(self, chunk_size=None):
        if self.is_stream_consumed:
            raise StreamConsumed()
        if self.is_closed:
            raise StreamClosed()
        self.is_stream_consumed = True
        yield from core.pieces(self._body, chunk_size)
        self.close()

    def iter_bytes(self, chunk_size=None):
        return core.pieces(self._content, chunk_size) if hasattr(self, '_content') else self.iter_raw(chunk_size)

    def iter_text(self, chunk_size=None):
        yield from core.pieces(b''.join(self.iter_bytes()).decode(self.encoding, errors='replace'), chunk_size)

    def iter_lines(self):
        for text in self.iter_text():
            yield from text.splitlines()

    def close(self): self.is_closed = True
    async def aread(self): return self.read()
    async def aclose(self): self.close()
    def __repr__(self): return f'<Response [{self.status_code} {self.reason_phrase}]>'


def _asynchronous(name):
    async def iterate(self, *args, **kwargs):
        for piece in getattr(self, name)(*args, **kwargs):
            yield piece
    return iterate


for _name in ('iter_raw', 'iter_bytes', 'iter_text', 'iter_lines'):
    setattr(Response, f'a{_name}', _asynchronous(_name))


# Authentication

class Auth:
    requires_request_body = False
    requires_response_body = False

    def auth_flow(self, request):
        yield request

    def sync_auth_flow(self, request):
        flow = self.auth_flow(request)
        request = next(flow)
        while True:
            response = yield request
            if self.requires_response_body:
                response.read()
            try:
                request = flow.send(response)
            except StopIteration:
                return

    async def async_auth_flow(self, request):
        flow = self.sync_auth_flow(request)
        request = next(flow)
        while True:
            response = yield request
            try:
                request = flow.send(response)
            except StopIteration:
                return


class FunctionAuth(Auth):
    def __init__(self, func):
        self._func = func

    def auth_flow(self, request):
        yield self._func(request)


class BasicAuth(Auth):
    def __init__(self, username, password):
        self._header = core.basic(username, password, 'utf-8')

    def auth_flow(self, request):
        request.headers['Authorization'] = self._header
        yield request


def _auth_of(auth):
    if auth is None or isinstance(auth, Auth):
        return auth
    if isinstance(auth, tuple):
        return BasicAuth(*auth)
    if callable(auth):
        return FunctionAuth(auth)
    raise TypeError(f'Invalid "auth" argument: {auth!r}')


# Clients

class UseClientDefault: pass


USE_CLIENT_DEFAULT = UseClientDefault()
_UNSET = object()


class Timeout:
    def __init__(self, timeout=_UNSET, *, connect=_UNSET, read=_UNSET, write=_UNSET, pool=_UNSET):
        given = (connect, read, write, pool)
        if isinstance(timeout, Timeout):
            timeout = tuple(timeout.as_dict().values())
        if isinstance(timeout, tuple):
            phases = (*timeout, None, None)[:4]
        elif timeout is _UNSET and _UNSET in given:
            raise ValueError('httpx.Timeout must either include a default, or set all four parameters explicitly.')
        else:
            phases = tuple(timeout if phase is _UNSET else phase for phase in given)
        self.connect, self.read, self.write, self.pool = phases

    def as_dict(self): return {name: getattr(self, name) for name in ('connect', 'read', 'write', 'pool')}
    def __eq__(self, other): return isinstance(other, Timeout) and self.as_dict() == other.as_dict()

    def __repr__(self):
        if len(set(self.as_dict().values())) == 1:
            return f'Timeout(timeout={self.connect})'
        return f"Timeout({', '.join(f'{name}={value}' for name, value in self.as_dict().items())})"


class Limits:
    """Accepted and not used: the host limits connections."""

    def __init__(self, *, max_connections=None, max_keepalive_connections=None, keepalive_expiry=5.0):
        self.max_connections = max_connections
        self.max_keepalive_connections = max_keepalive_connections
        self.keepalive_expiry = keepalive_expiry


def _unsupported(name, instead):
    def refuse(self, *args, **kwargs):
        raise core.Unsupported(f'httpx.{name}', instead)
    return type(name, (), {'__init__': refuse})


_RETRY = 'every client sends through the host. To retry, catch httpx.TransportError and send again'
HTTPTransport, AsyncHTTPTransport, BaseTransport, AsyncBaseTransport, MockTransport, WSGITransport, ASGITransport = (
    _unsupported(name, _RETRY) for name in (
        'HTTPTransport', 'AsyncHTTPTransport', 'BaseTransport', 'AsyncBaseTransport', 'MockTransport', 'WSGITransport',
        'ASGITransport'))
Proxy = _unsupported('Proxy', core.HOST_CONNECTS)
DigestAuth = _unsupported('DigestAuth', 'use BasicAuth, or set the Authorization header')
NetRCAuth = _unsupported('NetRCAuth', 'declare a secret for this host in the manifest')


def create_ssl_context(*args, **kwargs):
    raise core.Unsupported('httpx.create_ssl_context', core.HOST_CHECKS)


def _verb(method, has_body=False):
    def verb(self, url, **options):
        extra = [] if has_body else sorted({'content', 'data', 'files', 'json'} & set(options))
        if extra:
            raise TypeError(f'{type(self).__name__}.{method.lower()}() got an unexpected keyword argument {extra[0]!r}')
        return self.request(method, url, **options)
    verb.__name__ = method.lower()
    return verb


def _setting(name, read):
    return property(lambda self: getattr(self, name), lambda self, value: setattr(self, name, read(value)))


class _BaseClient:
    def __init__(self, *, auth=None, params=None, headers=None, cookies=None, verify=True, cert=None, trust_env=True,
                 http1=True, http2=False, proxy=None, mounts=None, timeout=5.0, follow_redirects=False, limits=None,
                 max_redirects=20, event_hooks=None, base_url='', transport=None, default_encoding='utf-8'):
        core.refuse_connection_options(verify, cert, proxy)
        core.refuse([(http2, 'http2=True', core.HOST_CONNECTS), (mounts, 'mounts', _RETRY), (transport, 'transport', _RETRY)])
        self.auth, self.params, self.headers, self.cookies = auth, params, headers, cookies
        self.timeout, self.base_url, self.event_hooks = timeout, base_url, event_hooks or {}
        self.follow_redirects, self.max_redirects, self.trust_env = follow_redirects, max_redirects, trust_env
        self._default_encoding = default_encoding
        self.is_closed = False

    auth = _setting('_auth', _auth_of)
    params = _setting('_params', QueryParams)
    cookies = _setting('_cookies', Cookies)
    timeout = _setting('_timeout', Timeout)
    headers = _setting('_headers', lambda given: _default_headers(given))
    base_url = _setting('_base_url', lambda given: _with_slash(URL(given)) if given else _NO_BASE)
    event_hooks = _setting('_event_hooks', lambda given: {
        'request': list(given.get('request', [])), 'response': list(given.get('response', []))})

    def build_request(self, method, url, *, content=None, data=None, files=None, json=None, params=None, headers=None,
                      cookies=None, timeout=USE_CLIENT_DEFAULT, extensions=None):
        url = URL(url)
        if url.is_relative_url:
            url = self.base_url.copy_with(raw_path=self.base_url.raw_path + url.raw_path.lstrip(b'/'))
        all_headers = Headers(self.headers)
        all_headers.update(headers)
        if params or self.params:
            params = self.params.merge(params)
        all_cookies = Cookies(self.cookies)
        all_cookies.update(cookies)
        timeout = self.timeout if timeout is USE_CLIENT_DEFAULT else Timeout(timeout)
        return Request(method, url, content=content, data=data, files=files, json=json, params=params,
                       headers=all_headers, cookies=all_cookies,
                       extensions={'timeout': timeout.as_dict(), **(extensions or {})})

    def _redirect(self, request, response):
        method = core.redirected_method(request.method, response.status_code)
        try:
            url = URL(response.headers['location'])
        except InvalidURL as error:
            raise RemoteProtocolError(f'Invalid URL in location header: {error}.', request=request) from None
        if url.scheme and not url.host:
            url = url.copy_with(host=request.url.host)
        if url.is_relative_url:
            url = request.url.join(url)
        if request.url.fragment and not url.fragment:
            url = url.copy_with(fragment=request.url.fragment)
        headers = Headers(request.headers)
        if not core.is_same_origin(str(request.url), str(url)):
            headers['Host'] = url.netloc
            if not core.keeps_authorization(str(request.url), str(url)):
                headers.pop('Authorization', None)
        dropped = ['Cookie'] if method == request.method else ['Cookie', 'Content-Length', 'Transfer-Encoding']
        for name in dropped:
            headers.pop(name, None)
        return Request(method, url, headers=headers, cookies=self.cookies, extensions=request.extensions,
                       content=request.content if method == request.method else None)

    async def _send(self, request, stream, auth, follow_redirects):
        """Sends a request. Suspends only in an AsyncClient, so that Client runs it to its end at once."""
        if self.is_closed:
            raise RuntimeError('Cannot send a request, as the client has been closed.')
        follow = self.follow_redirects if follow_redirects is USE_CLIENT_DEFAULT else follow_redirects
        auth = self.auth if auth is USE_CLIENT_DEFAULT else _auth_of(auth)
        if auth is None and (request.url.username or request.url.password):
            auth = BasicAuth(request.url.username, request.url.password)
        first, advance = self._auth_steps(auth or Auth(), request)
        request, history = await _settled(first()), []
        while True:
            response = await self._follow(request, follow, history)
            try:
                request = await _settled(advance(response))
            except (StopIteration, StopAsyncIteration):
                break
            response.read()
            history = [*history, response]
        if not stream:
            response.read()
        return response

    async def _follow(self, request, follow, history):
        while True:
            if len(history) > self.max_redirects:
                raise TooManyRedirects('Exceeded maximum allowed redirects.', request=request)
            for hook in self.event_hooks['request']:
                await _settled(hook(request))
            response = await self._exchange(request)
            self.cookies.extract_cookies(response)
            for hook in self.event_hooks['response']:
                await _settled(hook(response))
            response.history = list(history)
            if not response.has_redirect_location:
                return response
            following = self._redirect(response.request, response)
            if not follow:
                response.next_request = following
                return response
            response.read()
            history = [*history, response]
            request = following

    async def _exchange(self, request):
        url, start = request.url, time.perf_counter()
        if url.scheme not in ('http', 'https'):
            raise UnsupportedProtocol(
                f"Request URL has an unsupported protocol '{url.scheme}://'." if url.scheme
                else "Request URL is missing an 'http://' or 'https://' protocol.", request=request)
        phases = request.extensions.get('timeout', self.timeout.as_dict())
        timeout = core.total_timeout([phases.get(phase) for phase in ('connect', 'read', 'write')])
        body = await self._body_of(request)
        try:
            status, moved_to, headers, body = await self._fetch(request.method, str(url), request.headers.raw, body, timeout)
        except core.IllegalHeader as error:
            raise LocalProtocolError(str(error), request=request) from None
        except Rejected as rejected:
            raise self._failure(rejected, request) from None
        if moved_to is not None:
            request = copy.copy(request)
            request.url = URL(moved_to)
        elapsed = datetime.timedelta(seconds=time.perf_counter() - start)
        return Response._unread(status, headers, body, request, self._default_encoding, elapsed)

    def _failure(self, rejected, request):
        network = ConnectError if rejected.name == 'NetworkError' else ReadError
        failed = core.failure(rejected, network, ReadTimeout)
        if isinstance(failed, HTTPError):
            failed.request = request
        return failed

    get, head, options, delete = _verb('GET'), _verb('HEAD'), _verb('OPTIONS'), _verb('DELETE')
    post, put, patch = _verb('POST', True), _verb('PUT', True), _verb('PATCH', True)


_NO_BASE = URL()
_DEFAULT_HEADERS = Headers({
    'Accept': '*/*', 'Accept-Encoding': 'gzip, deflate', 'Connection': 'keep-alive',
    'User-Agent': f'python-httpx/{__version__}'})


def _default_headers(given):
    headers = Headers(_DEFAULT_HEADERS)
    headers.update(given)
    return headers


def _with_slash(url):
    return url if url.raw_path.endswith(b'/') else url.copy_with(raw_path=url.raw_path + b'/')


async def _settled(value):
    return await value if inspect.isawaitable(value) else value


def _finished(coroutine):
    """The value of a coroutine that does not wait for anything."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    coroutine.close()
    raise RuntimeError('Attempted to use an asynchronous hook or authentication with a sync Client instance.')


class Client(_BaseClient):
    async def _fetch(self, *request): return core.fetch(*request)
    async def _body_of(self, request): return request.read()

    def _auth_steps(self, auth, request):
        flow = auth.sync_auth_flow(request)
        return lambda: next(flow), flow.send

    def send(self, request, *, stream=False, auth=USE_CLIENT_DEFAULT, follow_redirects=USE_CLIENT_DEFAULT):
        return _finished(self._send(request, stream, auth, follow_redirects))

    def request(self, method, url, *, auth=USE_CLIENT_DEFAULT, follow_redirects=USE_CLIENT_DEFAULT, **options):
        return self.send(self.build_request(method, url, **options), auth=auth, follow_redirects=follow_redirects)

    @contextlib.contextmanager
    def stream(self, method, url, *, auth=USE_CLIENT_DEFAULT, follow_redirects=USE_CLIENT_DEFAULT, **options):
        request = self.build_request(method, url, **options)
        response = self.send(request, auth=auth, follow_redirects=follow_redirects, stream=True)
        try:
            yield response
        finally:
            response.close()

    def close(self):
        self.is_closed = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class AsyncClient(_BaseClient):
    async def _fetch(self, *request): return await core.fetch_async(*request)
    async def _body_of(self, request): return await request.aread()

    def _auth_steps(self, auth, request):
        flow = auth.async_auth_flow(request)
        return flow.__anext__, flow.asend

    async def send(self, request, *, stream=False, auth=USE_CLIENT_DEFAULT, follow_redirects=USE_CLIENT_DEFAULT):
        return await self._send(request, stream, auth, follow_redirects)

    async def request(self, method, url, *, auth=USE_CLIENT_DEFAULT, follow_redirects=USE_CLIENT_DEFAULT, **options):
        return await self.send(self.build_request(method, url, **options), auth=auth, follow_redirects=follow_redirects)

    @contextlib.asynccontextmanager
    async def stream(self, method, url, *, auth=USE_CLIENT_DEFAULT, follow_redirects=USE_CLIENT_DEFAULT, **options):
        request = self.build_request(method, url, **options)
        response = await self.send(request, auth=auth, follow_redirects=follow_redirects, stream=True)
        try:
            yield response
        finally:
            response.close()

    async def aclose(self):
        self.is_closed = True

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.aclose()


# The functions without a client

_OF_CLIENT = ('cookies', 'proxy', 'verify', 'cert', 'timeout', 'trust_env')


def _client(options):
    return Client(**{name: options.pop(name) for name in _OF_CLIENT if name in options})


def request(method, url, *, follow_redirects=False, **options):
    with _client(options) as client:
        return client.request(method, url, follow_redirects=follow_redirects, **options)


@contextlib.contextmanager
def stream(method, url, *, follow_redirects=False, **options):
    with _client(options) as client, client.stream(method, url, follow_redirects=follow_redirects, **options) as response:
        yield response


def _function(verb):
    def send(url, *, follow_redirects=False, **options):
        with _client(options) as client:
            return getattr(client, verb)(url, follow_redirects=follow_redirects, **options)
    send.__name__ = verb
    return send


get, head, options, delete, post, put, patch = (
    _function(verb) for verb in ('get', 'head', 'options', 'delete', 'post', 'put', 'patch'))
