"""The socket to the gateway, in a container without a network: only the gateway can listen there, so TLS would add nothing.
The gateway speaks TLS to the provider. Without this socket, requests are sent as by any library.
"""

import os
import ssl
from typing import Any, Dict, Mapping

import httpx

PLAIN_SOCKET = '/run/travel/net/plain.sock'
# Programs that set one of these use their own transport.
_WAYS = frozenset(['verify', 'cert', 'http1', 'http2', 'proxies', 'mounts', 'limits', 'transport', 'app', 'trust_env'])


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


def client_options(options: Mapping[str, Any]) -> Dict[str, Any]:
    """The options of an `httpx.Client` that sends requests over the socket, where there is one."""
    if not _WAYS.isdisjoint(options):
        return {}
    trusted = httpx.create_ssl_context()
    mounts = {'https://': PlainTransport(PLAIN_SOCKET, trusted)} if has_plain_socket() else {}
    return {'verify': trusted, 'mounts': mounts}
