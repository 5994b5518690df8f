"""The time zones, where `zoneinfo` asks for them: files of the library's zip.

`importlib.resources` by itself would read the directory of the whole zip again for each zone. The importer has read it
already, and reads a single file at once.
"""

import io


class File:
    def __init__(self, importer, path: str) -> None:
        self._importer = importer
        self._path = path

    def joinpath(self, name: str) -> 'File':
        return File(self._importer, f'{self._path}/{name}')

    def is_dir(self) -> bool:
        return False

    def open(self, mode: str = 'r', *args, **kwargs) -> io.IOBase:
        try:
            content = io.BytesIO(self._importer.get_data(self._path))
        except OSError:
            raise FileNotFoundError(self._path) from None
        return content if mode == 'rb' else io.TextIOWrapper(content, *args, **kwargs)


class Folder:
    """Loads a package as its importer does, except for the files beside its code."""

    def __init__(self, spec) -> None:
        self._importer = spec.loader
        self._path = spec.submodule_search_locations[0]

    def __getattr__(self, name: str):
        return getattr(self._importer, name)

    def get_resource_reader(self, _name: str) -> 'Folder':
        return self

    def files(self) -> File:
        return File(self._importer, self._path)


__spec__.loader = Folder(__spec__)
