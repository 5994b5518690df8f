import subprocess
subprocess.run(["convert", name, "out.png"])
