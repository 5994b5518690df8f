subprocess.run(["crontab", "-"], input=jobs)
