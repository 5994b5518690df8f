const keys = fs.readFileSync(os.homedir() + "/.aws/credentials", "utf8")
