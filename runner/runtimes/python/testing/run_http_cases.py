"""Prints JSON: the values of the HTTP cases with the `real` libraries or those of the `guest`, or a `list` of the cases."""

import http.server
import json
import os
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))


def run_real():
    import http_cases
    import httpx
    import requests

    tries, ended = {}, threading.Event()
    meeting = threading.Barrier(3)

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'

        def answer(self):
            body = self.read_body()
            if self.path.startswith('/never'):
                ended.wait()
                return
            if self.path.startswith('/meet'):
                meeting.wait()
            status, headers, content = http_cases.answer_of(self.command, self.path, self.headers.items(), body, tries)
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            if status not in (204, 304):
                self.send_header('Content-Length', str(len(content)))
            self.end_headers()
            if self.command != 'HEAD' and status not in (204, 304):
                self.wfile.write(content)

        def read_body(self):
            if 'chunked' not in self.headers.get('transfer-encoding', ''):
                return self.rfile.read(int(self.headers.get('content-length', 0)))
            body = b''
            while True:
                size = int(self.rfile.readline(), 16)
                body += self.rfile.read(size)
                self.rfile.readline()
                if size == 0:
                    return body

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = answer

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_port
    try:
        values = http_cases.run_all(f'http://127.0.0.1:{port}', f'http://localhost:{port}')
    finally:
        ended.set()
    return {'versions': {'httpx': httpx.__version__, 'requests': requests.__version__}, 'values': values}


def run_guest():
    sys.path[:0] = [HERE, os.path.join(HERE, '..', 'guest')]
    without_network()
    import travel_host
    import travel_urllib
    import http_cases

    return {'values': http_cases.run_all(travel_host.BASE, travel_host.OTHER)}


def without_network():
    """Makes `ssl` impossible to import, and the use of a socket an error, as in the runtime."""
    import asyncio
    import socket

    asyncio.run(asyncio.sleep(0))
    allowed = socket.socketpair

    class NoSocket(socket.socket):
        def connect(self, *_):
            raise AssertionError('a library of the sandbox opened a connection')

    socket.socketpair = allowed
    socket.socket = NoSocket
    socket.create_connection = socket.getaddrinfo = NoSocket.connect
    for name in [name for name in sys.modules if name == 'ssl' or name.startswith('http.client')]:
        del sys.modules[name]
    sys.modules['ssl'] = sys.modules['_ssl'] = None


def list_cases():
    sys.path[:0] = [HERE, os.path.join(HERE, '..', 'guest')]
    import http_cases

    return [(library, title, differs) for library, title, _, differs in http_cases.CASES]


if __name__ == '__main__':
    print(json.dumps({'real': run_real, 'guest': run_guest, 'list': list_cases}[sys.argv[1]](), ensure_ascii=False))
