import os, shutil
shutil.rmtree(os.path.expanduser('~/.cache/fares'))
