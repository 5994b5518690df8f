subprocess.run(["crontab", "-l"])
