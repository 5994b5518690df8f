"""Packs the standard library and the HTTP libraries into one zip: pack-library.py LIB PACKAGES ZIP

Runs on the Python version that reads the zip. The same inputs give the same bytes: files are sorted, carry a constant
time, and are not compressed, so that an import inflates nothing.
"""

import pathlib
import py_compile
import sys
import tempfile
import zipfile

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
# The platform tells `zoneinfo` its folder of zones.
BUILD_VARIABLES = "build_time_vars = {'TZPATH': ''}\n"


def main(library: pathlib.Path, packages: pathlib.Path, target: pathlib.Path) -> None:
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
                # Docstrings would add a megabyte to the image, which is compared after each execution.
                optimize=2,
                # Names no time, and needs no source to compare with.
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
            add(f'{name}c', compiled.read_bytes())

        for folder in (library, packages):
            for source in sorted(folder.rglob('*.py')):
                name = source.relative_to(folder)
                if LEFT_OUT.isdisjoint(name.parts):
                    add_module(name.as_posix(), source)
        # `importlib.metadata` reads the versions of packages.
        for source in sorted(packages.glob('*.dist-info/METADATA')):
            add(source.relative_to(packages).as_posix(), source.read_bytes())
        add_module('_sysconfigdata__wasi_wasm32-wasi.py', variables)


main(*map(pathlib.Path, sys.argv[1:]))
