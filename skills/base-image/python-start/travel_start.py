"""For the program of a container. `travel_start.pth` has Python load it as it starts; what the program starts is ordinary Python.

Two things take longer than a request: what OpenSSL and the resolver set up for the first one, and the interpreter's last search
for garbage in libraries. A program that waits for its input sets up before; no program searches.
"""

import atexit
import gc
import os
import sys


def _set_up():
    """Nothing leaves the container. The program loads its modules itself, so that a file of its own comes before a library's."""
    before = set(sys.modules)
    import socket
    import ssl

    socket.getaddrinfo('localhost', 443, type=socket.SOCK_STREAM)
    # The first message of a connection to nobody.
    link = ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname='localhost')
    try:
        link.do_handshake()
    except ssl.SSLWantReadError:
        pass
    for name in set(sys.modules) - before:
        del sys.modules[name]


def _end():
    """What the program's modules name is let go of, so that open files are written. The rest is not looked at any more."""
    for name, module in list(sys.modules.items()):
        if name == '__main__' or not (getattr(module, '__file__', None) or sys.prefix).startswith(sys.prefix):
            names = vars(module)
            # The last one first: what it needs at its end is still there.
            for _ in range(len(names)):
                names.popitem()
    gc.freeze()


# The first one to be registered runs last.
atexit.register(_end)
if 'TRAVEL_AHEAD' in os.environ:
    try:
        _set_up()
    except Exception:
        # The first request takes longer, and is right as well.
        pass
