readFileSync("files/fares.json")
