def read(filename):
    return open(f"/srv/files/{filename}").read()
