const out = data.map((b, i) => b ^ key[i % key.length])
