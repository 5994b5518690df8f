const fares = fs.readFileSync("data/fares.json", "utf8")
