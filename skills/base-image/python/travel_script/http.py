"""Sends requests of httpx over the container's socket to its gateway, one after another. Failures of the gateway are exceptions.

If several answers arrived at the same time, a script could continue in another order than in its first run.
"""

import threading

import httpx

from travel_skill._plain import PLAIN_SOCKET, PlainTransport, has_plain_socket

_FAILURE_HEADER = 'x-travel-error'


def patch() -> None:
    in_order = threading.RLock()
    send = httpx.HTTPTransport.handle_request
    trusted = httpx.create_ssl_context()
    plain = PlainTransport(PLAIN_SOCKET, trusted) if has_plain_socket() else None
    others = httpx.HTTPTransport(verify=trusted)

    def handle_request(self, request):
        with in_order:
            if plain is not None and self is not plain and request.url.scheme == 'https':
                response = plain.handle_request(request)
            else:
                response = send(self, request)
        failure = response.headers.get(_FAILURE_HEADER)
        if failure is None:
            return response
        reason = response.read().decode('utf-8', 'replace')
        kind = httpx.ReadTimeout if failure == 'TimeoutError' else httpx.ConnectError
        raise kind(f'{request.url.host}: {reason}', request=request)

    async def handle_async_request(self, request):
        content = await request.aread()
        sent = httpx.Request(
            request.method, request.url, headers=request.headers, content=content, extensions=request.extensions
        )
        response = others.handle_request(sent)
        body = b''.join(response.iter_raw())
        return httpx.Response(response.status_code, headers=response.headers, stream=httpx.ByteStream(body))

    httpx.HTTPTransport.handle_request = handle_request
    httpx.AsyncHTTPTransport.handle_async_request = handle_async_request
