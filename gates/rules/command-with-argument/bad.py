import subprocess, sys
host = sys.argv[1]
subprocess.run(f"ping -c 1 {host}", shell=True)
