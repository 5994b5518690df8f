"""For the program of a container that waits for its execution and has the time. `travel_start.pth` has Python load it as it starts.

What a first request loads of Python, OpenSSL and the resolver takes longer than the request itself, and most of what an interpreter
does at its end is to look for garbage in libraries. So the libraries of a request are loaded before there is a program, and looked
through no more. Nothing leaves the container, as nothing may before there is an execution. The program finds everything as without it.
"""

import gc
import sys


class _Loaded:
    """Gives a module that is loaded already in the place of the same file, once."""

    def __init__(self, modules):
        self._modules = modules

    def find_spec(self, name, path=None, target=None):
        module = self._modules.get(name)
        if module is None:
            return None
        others = (finder.find_spec(name, path, target) for finder in sys.meta_path if finder is not self)
        spec = next(filter(None, others), None)
        if spec is not None and spec.origin == module.__spec__.origin:
            spec.loader = _Loader(spec.loader, self._modules)
        return spec


class _Loader:
    def __init__(self, loader, modules):
        self._loader = loader
        self._modules = modules

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        module = self._modules.pop(spec.name)
        self._spec = module.__spec__
        return module

    def exec_module(self, module):
        module.__spec__ = self._spec


def _load():
    before = set(sys.modules)
    import http.client
    import json
    import socket
    import ssl
    import urllib.request

    socket.getaddrinfo('localhost', 443, type=socket.SOCK_STREAM)
    # The first message of a connection to nobody: what it is made of is loaded then.
    link = ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname='localhost')
    try:
        link.do_handshake()
    except ssl.SSLWantReadError:
        pass
    new = {name: module for name, module in sys.modules.items() if name not in before}
    return {name: module for name, module in new.items() if _is_of_a_file(name, module)}


def _is_of_a_file(name, module):
    spec = getattr(module, '__spec__', None)
    return spec is not None and spec.name == name and spec.has_location


def _freeze():
    """All that there is but the names of the program to come: what hangs on them is garbage at its end, and has to be found."""
    main = sys.modules['__main__'].__dict__
    names = dict(main)
    # The collector lets go of an empty one, and takes it up again when it is filled.
    main.clear()
    gc.collect()
    is_left_out = not gc.is_tracked(main)
    if is_left_out:
        gc.freeze()
    main.update(names)


try:
    _modules = _load()
except Exception:
    # The first request takes longer, and is right as well.
    pass
else:
    for _name in _modules:
        del sys.modules[_name]
    sys.meta_path.insert(0, _Loaded(_modules))
    _freeze()
