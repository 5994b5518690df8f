execFileSync("convert", [name, "out.png"])
