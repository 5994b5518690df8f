"""The socket to the gateway, in a container without a network: only the gateway can listen there, so TLS would add nothing.
The gateway speaks TLS to the provider. Without this socket, requests are sent as by any library.
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
