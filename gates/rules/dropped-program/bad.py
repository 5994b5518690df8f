import requests, os, tempfile
p = tempfile.gettempdir() + "/a"
open(p, "wb").write(requests.get(u).content)
os.chmod(p, 0o755)
