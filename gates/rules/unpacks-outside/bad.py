import os, zipfile
archive = zipfile.ZipFile(source)
for name in archive.namelist():
    with open(os.path.join(target, name), 'wb') as file:
        file.write(archive.read(name))
