"""Makes urllib3 send through the host, and so requests, which uses it. Importing this module installs it."""

import functools
import io
import os
import queue
import warnings

import travel_host
import travel_http
import urllib3.connection
from travel_host import Rejected
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

with warnings.catch_warnings():
    # It misses a library that guesses encodings.
    warnings.simplefilter('ignore')
    import requests

_CHECKS = frozenset([None, 'CERT_REQUIRED', 'REQUIRED', 2])


class _Withheld(Exception):
    """Carries a PermissionError through urllib3 and requests, which take it for a failed connection, as it is an OSError."""


class HTTPConnection:
    """What urllib3 uses of a connection."""

    scheme = 'http'
    default_port = 80
    default_socket_options = []
    is_verified = is_connected = True
    is_closed = has_connected_to_proxy = False
    proxy = proxy_config = proxy_is_verified = None

    def __init__(self, host, port=None, *, timeout=None, proxy=None, cert_reqs=None, cert_file=None, ca_certs=None,
                 ca_cert_dir=None, ssl_context=None, assert_hostname=None, assert_fingerprint=None, **_of_the_socket):
        travel_http.refuse(proxy=proxy)
        travel_http.refuse_tls(cert_reqs in _CHECKS or cert_reqs, cert_file)
        travel_http.refuse_tls(ca_certs or ca_cert_dir or ssl_context or assert_fingerprint, None)
        travel_http.refuse_tls(assert_hostname, None)
        self.host, self.port, self.timeout = host, port, timeout

    def connect(self):
        pass

    def close(self):
        pass

    def request(self, method, url, body=None, headers=None, *, chunked=False, preload_content=True, decode_content=True,
                enforce_content_length=True):
        host = f'[{self.host}]' if ':' in self.host else self.host
        place = host if self.port in (None, self.default_port) else f'{host}:{self.port}'
        sent = [(_text(name), _text(value)) for name, value in (headers or {}).items() if value != urllib3.util.SKIP_HEADER]
        if not any(name.lower() == 'user-agent' for name in headers or ()):
            sent.append(('User-Agent', urllib3.connection._get_default_user_agent()))
        self._asked = method, self.scheme, place, url, sent, travel_http.read_all(body)
        self._connect_timeout, self._preload = self.timeout, preload_content

    def getresponse(self):
        method, url = self._asked[0], self._asked[3]
        # urllib3 has set the timeout for reading since the request.
        call = travel_http.call_of(*self._asked, [self._connect_timeout, self.timeout])
        try:
            status, headers, body = travel_http.answer_of(travel_host.fetch(*call))
        except Rejected as rejected:
            # Neither says that the connection failed before the server got the request: only some methods are sent again.
            failed = travel_http.failure(rejected, urllib3.exceptions.ProtocolError, TimeoutError)
            raise _Withheld(failed) if isinstance(failed, PermissionError) else failed from None
        cookies = any(name.lower() == 'set-cookie' for name, _ in headers)
        return urllib3.HTTPResponse(
            io.BytesIO(body), headers, status, 11, 'HTTP/1.1', travel_http.reason_of(status), self._preload,
            # requests reads the cookies there.
            original_response=_Original(travel_http.message_of(headers)) if cookies else None,
            request_method=method, request_url=url, enforce_content_length=False)


class HTTPSConnection(HTTPConnection):
    scheme = 'https'
    default_port = 443


class _Original:
    _method = None

    def __init__(self, message):
        self.msg = message

    def close(self):
        pass

    def isclosed(self):
        return True


class _NoQueue:
    """Where urllib3 keeps connections for the next request: the host does that."""

    def __init__(self, maxsize):
        pass

    def put(self, connection, block=True):
        pass

    def get(self, block=True, timeout=None):
        if not block:
            raise queue.Empty


def _text(part):
    return part.decode('latin-1') if isinstance(part, bytes) else part


def _showing_withheld(method):
    @functools.wraps(method)
    def shown(*args, **options):
        try:
            return method(*args, **options)
        except _Withheld as withheld:
            raise withheld.args[0] from None

    return shown


def _cert_verify(self, conn, url, verify, cert):
    travel_http.refuse_tls(verify, cert)


def _of_environment(found, none):
    """An environment is empty, until a program changes it."""
    return lambda *args, **options: found(*args, **options) if os.environ else none


HTTPConnectionPool.QueueCls = _NoQueue
HTTPConnectionPool.ConnectionCls = urllib3.connection.HTTPConnection = HTTPConnection
HTTPSConnectionPool.ConnectionCls = urllib3.connection.HTTPSConnection = HTTPSConnection
urllib3.PoolManager.urlopen = _showing_withheld(urllib3.PoolManager.urlopen)
requests.adapters.HTTPAdapter.send = _showing_withheld(requests.adapters.HTTPAdapter.send)
requests.adapters.HTTPAdapter.cert_verify = _cert_verify
requests.sessions.get_netrc_auth = _of_environment(requests.sessions.get_netrc_auth, None)
requests.sessions.get_environ_proxies = _of_environment(requests.sessions.get_environ_proxies, {})
