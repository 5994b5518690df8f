import subprocess

def pack(path):
    subprocess.run(["tar", "czf", "out.tgz", path])
