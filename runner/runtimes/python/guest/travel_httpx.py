"""Makes httpx send through the host. Importing this module installs it."""

import os

import httpx
import travel_host
import travel_http
from travel_host import Rejected


def _init(self, verify=True, cert=None, trust_env=True, http1=True, http2=False, limits=None, proxy=None, uds=None,
          local_address=None, retries=0, socket_options=None):
    travel_http.refuse_tls(verify, cert)
    travel_http.refuse(http2=http2, proxy=proxy, uds=uds, local_address=local_address, retries=retries)


def _call(request, body):
    url = request.url
    if url.scheme not in ('http', 'https'):
        raise httpx.UnsupportedProtocol("Request URL is missing an 'http://' or 'https://' protocol.", request=request)
    headers = [(name.decode('latin-1'), value.decode('latin-1')) for name, value in request.headers.raw]
    timeouts = request.extensions.get('timeout', {}).values() or [None]
    try:
        return travel_http.call_of(
            request.method, url.scheme, url.netloc.decode(), url.raw_path.decode(), headers, body, timeouts)
    except ValueError as error:
        raise httpx.LocalProtocolError(str(error), request=request) from None


def _response(answer):
    status, headers, body = travel_http.answer_of(answer)
    return httpx.Response(
        status,
        headers=[(name.encode('latin-1'), _octets(value)) for name, value in headers],
        stream=httpx.ByteStream(body),
        extensions={'http_version': b'HTTP/1.1', 'reason_phrase': travel_http.reason_of(status).encode()},
    )


def _octets(text):
    try:
        return text.encode('latin-1')
    except UnicodeEncodeError:
        return text.encode()


def _failure(rejected, request):
    failed = httpx.ConnectError if rejected.name == 'NetworkError' else httpx.ReadError
    return travel_http.failure(
        rejected,
        lambda message: failed(message, request=request),
        lambda message: httpx.ReadTimeout(message, request=request),
    )


def _send(self, request):
    call = _call(request, request.read())
    try:
        return _response(travel_host.fetch(*call))
    except Rejected as rejected:
        raise _failure(rejected, request) from None


async def _send_async(self, request):
    call = _call(request, await request.aread())
    try:
        return _response(await travel_host.fetch_async(*call))
    except Rejected as rejected:
        raise _failure(rejected, request) from None


def _proxies_of_environment(_found=httpx._client.get_environment_proxies):
    """An environment is empty, until a program changes it."""
    return _found() if os.environ else {}


def _extract_cookies(self, response, _extract=httpx.Cookies.extract_cookies):
    """Most answers have no cookies, and the jar takes long to find that out."""
    if 'set-cookie' in response.headers:
        _extract(self, response)


httpx.HTTPTransport.handle_request = _send
httpx.AsyncHTTPTransport.handle_async_request = _send_async
for _kind in (httpx.HTTPTransport, httpx.AsyncHTTPTransport):
    _kind.__init__ = _init
    # They close connections. What these classes inherit does nothing.
    for _name in {'__enter__', '__exit__', 'close', '__aenter__', '__aexit__', 'aclose'} & vars(_kind).keys():
        delattr(_kind, _name)
httpx._client.get_environment_proxies = _proxies_of_environment
httpx.Cookies.extract_cookies = _extract_cookies
