import subprocess, sys
host = sys.argv[1]
subprocess.run(["ping", "-c", "1", host])
