"""For the program of a container: `travel_start.pth` makes Python load this module at its start. Child processes do not load it.

Two things take longer than a request: what OpenSSL and the resolver set up for the first request, and the interpreter's last search
for garbage in libraries. A program that waits for its input does the setup before; the last search is always skipped.
"""

import atexit
import gc
import os
import sys


def _set_up():
    """Warms up within the container. The program loads its own modules, so its files take precedence over libraries."""
    before = set(sys.modules)
    import socket
    import ssl

    socket.getaddrinfo('localhost', 443, type=socket.SOCK_STREAM)
    # The first message of a connection without a peer.
    link = ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname='localhost')
    try:
        link.do_handshake()
    except ssl.SSLWantReadError:
        pass
    for name in set(sys.modules) - before:
        del sys.modules[name]


def _end():
    """Releases the names of the program's modules, so that open files are written. Skips the garbage collection."""
    for name, module in list(sys.modules.items()):
        if name == '__main__' or not (getattr(module, '__file__', None) or sys.prefix).startswith(sys.prefix):
            names = vars(module)
            # In reverse order: modules may need earlier ones at their end.
            for _ in range(len(names)):
                names.popitem()
    gc.freeze()


# atexit runs the first registered function last.
atexit.register(_end)
if 'TRAVEL_AHEAD' in os.environ:
    try:
        _set_up()
    except Exception:
        # Without the warm-up the first request is slower, but still correct.
        pass
