execFileSync("ls", ["-l"])
