import subprocess, sys
subprocess.run(["ping", "-c", "1", sys.argv[1]])
subprocess.run("git status", shell=True)
