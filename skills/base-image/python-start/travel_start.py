"""For the program of a container that waits for its execution and has the time. `travel_start.pth` has Python load it as it starts.

What a first request loads of OpenSSL and the resolver takes longer than the request itself. It is done as soon as the program has
loaded `ssl`, within this process: nothing leaves the container, as nothing may before there is an execution. The program finds
everything as without it.
"""

import sys


class _Finder:
    """Finds `ssl` where Python finds it, once."""

    def find_spec(self, name, path=None, target=None):
        if name != 'ssl':
            return None
        sys.meta_path.remove(self)
        spec = next(filter(None, (finder.find_spec(name, path, target) for finder in sys.meta_path)), None)
        if spec is not None:
            spec.loader = _Loader(spec.loader)
        return spec


class _Loader:
    """Loads it as its own loader does, and gets ready for a request then."""

    def __init__(self, loader):
        self._loader = loader

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        try:
            _get_ready(module)
        except Exception:
            # The first request takes longer, and is right as well.
            pass


def _get_ready(ssl):
    import gc
    import socket

    socket.getaddrinfo('localhost', 443, type=socket.SOCK_STREAM)
    # The first message of a connection to nobody: what it is made of is loaded then.
    link = ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname='localhost')
    try:
        link.do_handshake()
    except ssl.SSLWantReadError:
        pass
    # What is there by now are libraries. Looking through them for garbage is most of what an interpreter does at its end.
    gc.freeze()


sys.meta_path.insert(0, _Finder())
