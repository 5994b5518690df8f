"""Packs the standard library and the time zones into one zip: pack-library.py LIB ZONES ZIP

Runs on the Python version that reads the zip. The same inputs give the same bytes: files are sorted, carry a constant
time, and are not compressed, so that an import inflates nothing.
"""

import pathlib
import py_compile
import sys
import tempfile
import zipfile
from collections.abc import Iterator

# What cannot work without processes, terminals, windows and C extensions that WASI lacks, and what nobody imports.
LEFT_OUT = {
    'curses',
    'ctypes',
    'dbm',
    'ensurepip',
    'idlelib',
    'multiprocessing',
    'pydoc_data',
    'site-packages',
    'test',
    'tests',
    'tkinter',
    'turtledemo',
    'venv',
    '__phello__',
    '__pycache__',
    '_pyrepl',
    '__hello__.py',
    'antigravity.py',
    'this.py',
    'turtle.py',
}

# Tracebacks show files of the library below this folder.
SHOWN_FOLDER = '/usr/local/lib/python{}.{}'.format(*sys.version_info)

# The variables of CPython's build, which `sysconfig` imports. The real ones name folders of the machine that built it.
# Without a folder of zones, `zoneinfo` goes straight to the package `tzdata`.
BUILD_VARIABLES = "build_time_vars = {'TZPATH': ''}\n"

OWN_PACKAGES = pathlib.Path(__file__).parent


def main(library: pathlib.Path, zones: pathlib.Path, target: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(target, 'w', zipfile.ZIP_STORED) as archive:
        variables = pathlib.Path(scratch) / 'variables.py'
        variables.write_text(BUILD_VARIABLES)
        compiled = pathlib.Path(scratch) / 'module.pyc'

        def add(name: str, content: bytes) -> None:
            archive.writestr(zipfile.ZipInfo(name), content)

        def add_module(name: str, source: pathlib.Path) -> None:
            py_compile.compile(
                str(source),
                cfile=str(compiled),
                dfile=f'{SHOWN_FOLDER}/{name}',
                doraise=True,
                # Names no time, and needs no source to compare with.
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
            add(f'{name}c', compiled.read_bytes())

        for source in sorted(library.rglob('*.py')):
            name = source.relative_to(library)
            if LEFT_OUT.isdisjoint(name.parts):
                add_module(name.as_posix(), source)
        add_module('_sysconfigdata__wasi_wasm32-wasi.py', variables)

        names = list(zone_names(zones))
        folders = {parent.as_posix() for name in names for parent in pathlib.PurePath('zoneinfo', name).parents}
        add_module('tzdata/__init__.py', OWN_PACKAGES / 'tzdata/__init__.py')
        for folder in sorted(folders - {'.'}):
            add_module(f'tzdata/{folder}/__init__.py', OWN_PACKAGES / 'tzdata/zoneinfo/__init__.py')
        for name in names:
            add(f'tzdata/zoneinfo/{name}', (zones / name).read_bytes())
        add('tzdata/zones', ''.join(f'{name}\n' for name in names).encode())


def zone_names(zones: pathlib.Path) -> Iterator[str]:
    """The zones' names. `right` counts leap seconds, which Python does not; `posixrules` and `localtime` are no names."""
    for path in sorted(zones.rglob('*')):
        name = path.relative_to(zones)
        if name.parts[0] in ('right', 'posixrules', 'localtime') or not path.is_file():
            continue
        if path.read_bytes().startswith(b'TZif'):
            yield name.as_posix()


main(*map(pathlib.Path, sys.argv[1:]))
