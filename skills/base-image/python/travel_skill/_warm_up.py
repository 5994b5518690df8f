"""A request within this process, for a program that waits for its input and has the time: what Python and its libraries load for the
first one takes longer than the request. Nothing leaves the container, as nothing may before there is an execution.
"""

import os
import socket
import ssl
import tempfile
import threading
from typing import Callable, Optional

import httpx

from ._plain import PlainTransport

# Without certificates: both ends are this process.
_CIPHERS = 'AECDH-AES128-SHA:@SECLEVEL=0'
_ANSWER = b'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'
_TIMEOUT_S = 5.0


def warm_up_plain() -> httpx.Response:
    """As requests go by the container's own socket."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
        path = os.path.join(folder, 'warm-up.sock')
        server.bind(path)
        server.listen()
        return _ask(server, 'https://localhost/', context, PlainTransport(path, context))


def warm_up_tls() -> httpx.Response:
    """As requests go by a network."""
    with socket.create_server(('127.0.0.1', 0)) as server:
        url = f'https://localhost:{server.getsockname()[1]}/'
        wrap = lambda link: _context(ssl.PROTOCOL_TLS_SERVER).wrap_socket(link, server_side=True)
        return _ask(server, url, _context(ssl.PROTOCOL_TLS_CLIENT), None, wrap)


def _ask(
    server: socket.socket,
    url: str,
    context: ssl.SSLContext,
    transport: Optional[httpx.BaseTransport],
    wrap: Callable[[socket.socket], socket.socket] = lambda link: link,
) -> httpx.Response:
    server.settimeout(_TIMEOUT_S)
    answering = threading.Thread(target=_answer_one, args=[server, wrap], daemon=True)
    answering.start()
    mounts = {} if transport is None else {'https://': transport}
    with httpx.Client(verify=context, mounts=mounts, timeout=_TIMEOUT_S, trust_env=False) as http:
        answer = http.get(url, params={'name': 'value'})
        answer.json()
    answering.join(_TIMEOUT_S)
    return answer


def _answer_one(server: socket.socket, wrap: Callable[[socket.socket], socket.socket]) -> None:
    connection, _ = server.accept()
    connection.settimeout(_TIMEOUT_S)
    with wrap(connection) as link:
        link.recv(65536)
        link.sendall(_ANSWER)


def _context(protocol: int) -> ssl.SSLContext:
    context = ssl.SSLContext(protocol)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(_CIPHERS)
    return context
