const home = path.join(os.homedir(), ".openclaw/workspace")
