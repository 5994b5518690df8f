const keys = fs.readFileSync(path.join(os.homedir(), ".openclaw/.env"), "utf8")
