"""The `URL` and `QueryParams` classes of httpx."""

import ipaddress
import re
import urllib.parse
from collections import namedtuple
from collections.abc import Mapping

from _travel_http import without_dots


class InvalidURL(Exception): pass


_PRINTABLE = ''.join(chr(code) for code in range(0x21, 0x7F))


def _all_but(left_out):
    return ''.join(char for char in _PRINTABLE if char not in left_out)


_FRAGMENT_SAFE = _all_but('"<>`')
_QUERY_SAFE = _all_but('"#<>')
_PATH_SAFE = _all_but('"#<>?`{}')
_USERINFO_SAFE = _all_but('"#<>?`{}/;=@[\\]^|')
_USER_SAFE = _USERINFO_SAFE.replace(':', '')
_URL = re.compile(r'(?:([a-zA-Z][a-zA-Z0-9+.-]*)?:)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?')
_AUTHORITY = re.compile(r'(?:(.*)@)?(\[.*\]|[^:@]*):?(.*)')
_DEFAULT_PORTS = {'ftp': 21, 'http': 80, 'https': 443, 'ws': 80, 'wss': 443}


def _quote(text, safe):
    """Percent-encodes a text. A percent sign stays as it is."""
    return urllib.parse.quote(text, safe=safe)


def _encoded_host(host):
    if host.startswith('[') or re.fullmatch(r'[0-9]+(\.[0-9]+){3}', host):
        kind, address = (ipaddress.IPv6Address, host[1:-1]) if host.startswith('[') else (ipaddress.IPv4Address, host)
        try:
            kind(address)
        except ValueError:
            raise InvalidURL(f'Invalid {kind.__name__[:4]} address: {host!r}') from None
        return address
    if host.isascii():
        return _quote(host.lower(), '!$&\'()*+,;="`{}%|\\:')
    try:
        encoded = host.lower().encode('idna').decode()
    except UnicodeError:
        encoded = ''
    if not re.fullmatch('[a-z0-9._-]+', encoded):
        raise InvalidURL(f'Invalid IDNA hostname: {host!r}')
    return encoded


class _Parts(namedtuple('_Parts', 'scheme userinfo host port path query fragment')):
    @property
    def netloc(self):
        host = f'[{self.host}]' if ':' in self.host else self.host
        return host if self.port is None else f'{host}:{self.port}'

    def __str__(self):
        authority = f'{self.userinfo}@{self.netloc}' if self.userinfo else self.netloc
        return ''.join([
            f'{self.scheme}:' if self.scheme else '',
            f'//{authority}' if authority else '',
            self.path,
            '' if self.query is None else f'?{self.query}',
            '' if self.fragment is None else f'#{self.fragment}',
        ])


def _parse(url, scheme=None, userinfo=None, host=None, port=None, **given):
    if len(url) > 65_536:
        raise InvalidURL('URL too long')
    odd = re.search(r'[\x00-\x1f\x7f]', url)
    if odd:
        raise InvalidURL(f'Invalid non-printable ASCII character in URL, {odd.group()!r} at position {odd.start()}.')
    parts = _URL.match(url).groups()
    in_url = _AUTHORITY.match(parts[1] or '').groups()
    scheme = (parts[0] or '' if scheme is None else scheme).lower()
    userinfo = in_url[0] or '' if userinfo is None else userinfo
    host = in_url[1] if host is None else host
    port = in_url[2] if port is None else port
    path, query, fragment = (given.get(name, part) for name, part in zip(('path', 'query', 'fragment'), parts[2:]))
    try:
        port = int(port) if port not in (None, '') else None
    except ValueError:
        raise InvalidURL(f'Invalid port: {port!r}') from None
    has_authority = bool(userinfo or host or port is not None)
    if has_authority and path and not path.startswith('/'):
        raise InvalidURL("For absolute URLs, path must be empty or begin with '/'")
    if not scheme and not has_authority:
        for start, what in (('//', 'starting with \'//\''), (':', 'starting with \':\'')):
            if path.startswith(start):
                raise InvalidURL(f'Relative URLs cannot have a path {what}')
    else:
        path = without_dots(path)
    return _Parts(
        scheme,
        _quote(userinfo, _USERINFO_SAFE),
        _encoded_host(host),
        None if port == _DEFAULT_PORTS.get(scheme) else port,
        _quote(path, _PATH_SAFE),
        None if query is None else _quote(query, _QUERY_SAFE),
        None if fragment is None else _quote(fragment, _FRAGMENT_SAFE),
    )


class URL:
    def __init__(self, url='', **changes):
        if not isinstance(url, (str, URL)):
            raise TypeError(f'Invalid type for url.  Expected str or httpx.URL, got {type(url)}: {url!r}')
        changes = {name: part.decode('ascii') if isinstance(part, bytes) else part for name, part in changes.items()}
        given = url._parts if isinstance(url, URL) else _parse(url)
        if 'params' in changes:
            params = changes.pop('params')
            changes['query'] = str(QueryParams(params)) if params else None
        if 'raw_path' in changes:
            changes['path'], mark, query = changes.pop('raw_path').partition('?')
            changes['query'] = query if mark else None
        if 'netloc' in changes:
            changes['host'], _, changes['port'] = changes.pop('netloc').partition(':')
        if 'username' in changes or 'password' in changes:
            name, _, secret = given.userinfo.partition(':')
            name = _quote(changes.pop('username', urllib.parse.unquote(name)) or '', _USER_SAFE)
            secret = _quote(changes.pop('password', urllib.parse.unquote(secret)) or '', _USER_SAFE)
            changes['userinfo'] = f'{name}:{secret}' if secret else name
        unknown = set(changes) - set(_Parts._fields)
        if unknown:
            raise TypeError(f'{min(unknown)!r} is an invalid keyword argument for URL()')
        if changes:
            parts = {**given._asdict(), **changes}
            for name in ('scheme', 'userinfo', 'host', 'path'):
                parts[name] = parts[name] or ''
            parts['port'] = '' if parts['port'] is None else parts['port']
            given = _parse('', **parts)
        self._parts = given

    scheme = property(lambda self: self._parts.scheme)
    userinfo = property(lambda self: self._parts.userinfo.encode())
    username = property(lambda self: urllib.parse.unquote(self._parts.userinfo.partition(':')[0]))
    password = property(lambda self: urllib.parse.unquote(self._parts.userinfo.partition(':')[2]))
    port = property(lambda self: self._parts.port)
    netloc = property(lambda self: self._parts.netloc.encode())
    path = property(lambda self: urllib.parse.unquote(self._parts.path or '/'))
    query = property(lambda self: (self._parts.query or '').encode())
    params = property(lambda self: QueryParams(self._parts.query))
    fragment = property(lambda self: urllib.parse.unquote(self._parts.fragment or ''))
    is_absolute_url = property(lambda self: bool(self._parts.scheme and self._parts.host))
    is_relative_url = property(lambda self: not self.is_absolute_url)
    raw_scheme = property(lambda self: self._parts.scheme.encode())
    raw_host = property(lambda self: self._parts.host.encode())

    @property
    def host(self):
        host = self._parts.host
        return '.'.join(part.encode().decode('idna') if part.startswith('xn--') else part for part in host.split('.'))

    @property
    def raw_path(self):
        query = self._parts.query
        return ((self._parts.path or '/') + ('' if query is None else f'?{query}')).encode()

    def copy_with(self, **changes): return URL(self, **changes)
    def copy_set_param(self, key, value=None): return self.copy_with(params=self.params.set(key, value))
    def copy_add_param(self, key, value=None): return self.copy_with(params=self.params.add(key, value))
    def copy_remove_param(self, key): return self.copy_with(params=self.params.remove(key))
    def copy_merge_params(self, params): return self.copy_with(params=self.params.merge(params))
    def join(self, url): return URL(urllib.parse.urljoin(str(self), str(URL(url))))
    def __eq__(self, other): return isinstance(other, (URL, str)) and str(self) == str(URL(other))
    def __hash__(self): return hash(str(self))
    def __str__(self): return str(self._parts)

    def __repr__(self):
        name, colon, _ = self._parts.userinfo.partition(':')
        return f"URL({str(self._parts._replace(userinfo=f'{name}:[secure]') if colon else self)!r})"


def primitive(value):
    if isinstance(value, bool):
        return 'true' if value else 'false'
    return '' if value is None else str(value)


class QueryParams(Mapping):
    def __init__(self, *args, **kwargs):
        given = args[0] if args else kwargs
        if given is None or isinstance(given, (str, bytes)):
            text = given.decode('ascii') if isinstance(given, bytes) else given
            self._dict = urllib.parse.parse_qs(text, keep_blank_values=True)
        elif isinstance(given, QueryParams):
            self._dict = {key: list(values) for key, values in given._dict.items()}
        else:
            self._dict = {}
            for key, value in given.items() if isinstance(given, Mapping) else given:
                values = value if isinstance(given, Mapping) and isinstance(value, (list, tuple)) else [value]
                self._dict.setdefault(str(key), []).extend(primitive(one) for one in values)

    def _changed(self, change):
        changed = QueryParams(self)
        change(changed._dict)
        return changed

    def get_list(self, key): return list(self._dict.get(str(key), []))
    def multi_items(self): return [(key, value) for key, values in self._dict.items() for value in values]
    def set(self, key, value=None): return self._changed(lambda all: all.update({str(key): [primitive(value)]}))
    def add(self, key, value=None): return self.set(key)._changed(
        lambda all: all.update({str(key): [*self.get_list(key), primitive(value)]}))
    def remove(self, key): return self._changed(lambda all: all.pop(str(key), None))
    def merge(self, params=None): return self._changed(lambda all: all.update(QueryParams(params)._dict))
    def __getitem__(self, key): return self._dict[str(key)][0]
    def __iter__(self): return iter(self._dict)
    def __len__(self): return len(self._dict)
    def __hash__(self): return hash(str(self))
    def __str__(self): return urllib.parse.urlencode(self.multi_items())
    def __repr__(self): return f'QueryParams({str(self)!r})'

    def __eq__(self, other):
        return isinstance(other, QueryParams) and sorted(self.multi_items()) == sorted(other.multi_items())
