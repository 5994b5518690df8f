"""The container's own way to its gateway, where it has no network: nobody else can listen there, so that nothing is gained by TLS.
The gateway speaks it to the provider. Where there is none, requests go as any library sends them.
"""

import os
import ssl

import httpx

PLAIN_SOCKET = '/run/travel/net/plain.sock'


def has_plain_socket() -> bool:
    return os.path.exists(PLAIN_SOCKET)


class PlainTransport(httpx.HTTPTransport):
    """Sends requests for https:// as plain HTTP over a unix socket."""

    def __init__(self, path: str, unused: ssl.SSLContext) -> None:
        # Without a context, httpx would read certificates to make one.
        super().__init__(uds=path, verify=unused)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return super().handle_request(
            httpx.Request(
                request.method,
                request.url.copy_with(scheme='http'),
                headers=request.headers,
                stream=request.stream,
                extensions=request.extensions,
            )
        )
