import os, zipfile
archive = zipfile.ZipFile(source)
for name in archive.namelist():
    path = os.path.realpath(os.path.join(target, name))
    if not path.startswith(target + os.sep):
        raise ValueError(name)
    with open(path, 'wb') as file:
        file.write(archive.read(name))
