import zipfile
archive = zipfile.ZipFile('a.zip')
