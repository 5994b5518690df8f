import sys
if sys.gettrace():
    sys.exit()
