import os, sys
os.system(sys.argv[1])
