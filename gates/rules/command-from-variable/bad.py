import os, sys
host = sys.argv[1]
os.system("ping -c 1 " + host)
