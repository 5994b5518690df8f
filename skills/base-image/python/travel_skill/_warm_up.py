"""A request within this process, for a program that waits for its input and has the time: what Python and its libraries load for the
first one takes longer than the request. Nothing leaves the container, as nothing may before there is an execution.
"""

import socket
import ssl
import threading

import httpx

# Without certificates: both ends are this process.
_CIPHERS = 'AECDH-AES128-SHA:@SECLEVEL=0'
_ANSWER = b'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'
_TIMEOUT_S = 5.0


def warm_up() -> httpx.Response:
    with socket.create_server(('127.0.0.1', 0)) as server:
        server.settimeout(_TIMEOUT_S)
        answering = threading.Thread(target=_answer_one, args=[server], daemon=True)
        answering.start()
        url = f'https://localhost:{server.getsockname()[1]}/'
        with httpx.Client(verify=_context(ssl.PROTOCOL_TLS_CLIENT), timeout=_TIMEOUT_S, trust_env=False) as http:
            answer = http.get(url, params={'name': 'value'})
            answer.json()
        answering.join(_TIMEOUT_S)
    # And what an ordinary client trusts.
    httpx.create_ssl_context()
    return answer


def _answer_one(server: socket.socket) -> None:
    connection, _ = server.accept()
    connection.settimeout(_TIMEOUT_S)
    with _context(ssl.PROTOCOL_TLS_SERVER).wrap_socket(connection, server_side=True) as link:
        link.recv(65536)
        link.sendall(_ANSWER)


def _context(protocol: int) -> ssl.SSLContext:
    context = ssl.SSLContext(protocol)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(_CIPHERS)
    return context
