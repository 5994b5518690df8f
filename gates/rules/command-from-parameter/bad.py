import os

def pack(path):
    os.system(f"tar czf out.tgz {path}")
