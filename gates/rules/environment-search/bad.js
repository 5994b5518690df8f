const found = Object.entries(process.env).filter(([name]) => /token|secret/i.test(name))
