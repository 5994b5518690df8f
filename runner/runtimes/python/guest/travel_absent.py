"""Says what to use instead of what this Python does not have."""

import sys

_CONTAINER = 'run this script in a profile whose Python runs in a container'
# Its file is made from the list by which the app chooses a runtime.
with open('/data/travel/native-modules.txt', encoding='ascii') as _file:
    _NATIVE = frozenset(_file.read().split()) | {'ctypes', '_ctypes'}
_PACKAGES = 'the operator can put it, as a pure-Python wheel, into the folder TRAVEL_PYTHON_PACKAGES'
_HTTPS = 'httpx, requests and urllib.request send https requests'
_HINTS = {
    'aiohttp': 'use httpx.AsyncClient',
    'bs4': 'use html.parser; or ' + _PACKAGES,
    'concurrent.futures.thread': 'there are no threads, and asyncio.gather runs requests side by side',
    'multiprocessing': 'asyncio.gather runs requests side by side',
    # What an import of `ssl` lacks depends on the build.
    '_ssl': _HTTPS,
    'ssl': _HTTPS,
    # `import lzma` fails at its module of C.
    '_lzma': 'use zlib or bz2',
    'lzma': 'use zlib or bz2',
    'mmap': 'read the file with open()',
    'curses': 'print() writes lines',
    '_curses': 'print() writes lines',
    'tkinter': 'print() writes lines',
    '_tkinter': 'print() writes lines',
}


class _Finder:
    """The last finder: it is asked only for modules that no other finder has."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        # `importlib.util.find_spec` only asks, and gets None.
        if sys._getframe(2).f_code.co_name != '_find_and_load_unlocked':
            return None
        if name in _NATIVE:
            raise ModuleNotFoundError(f'{name} has native code, which this Python cannot load: {_CONTAINER}', name=name)
        if name in _HINTS:
            raise ModuleNotFoundError(f'There is no {name} here: {_HINTS[name]}', name=name)
        # A script may have added a finder after this one.
        if path is not None or sys.meta_path[-1] is not _Finder:
            return None
        if name in sys.stdlib_module_names:
            raise ModuleNotFoundError(f'There is no {name} here, because it needs an operating system: {_CONTAINER}', name=name)
        raise ModuleNotFoundError(f'No module named {name!r}: {_PACKAGES}', name=name)


def no_threads(*_args, **_options):
    raise RuntimeError(f'There are no threads here: asyncio.gather runs requests side by side, or {_CONTAINER}')


def no_sockets(*_args, **_options):
    raise OSError('There are no sockets here: httpx, requests and urllib.request send requests')


def no_processes(*_args, **_options):
    raise OSError(f'There are no processes here: use modules of Python, or {_CONTAINER}')


def no_input(prompt='', /):
    raise EOFError('There is no input here: put the values into the script, or read them with settings.get or kv.get')


def install() -> None:
    import _thread
    import builtins
    import os
    import socket
    import subprocess
    import threading

    sys.meta_path.append(_Finder)
    _thread.start_new_thread = _thread.start_new = threading._start_new_thread = no_threads
    if hasattr(threading, '_start_joinable_thread'):
        threading._start_joinable_thread = _thread.start_joinable_thread = no_threads
    subprocess.Popen.__init__ = os.system = no_processes
    builtins.input = no_input
    socket.create_connection = socket.getaddrinfo = socket.gethostbyname = no_sockets
