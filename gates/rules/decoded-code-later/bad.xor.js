const out = Buffer.alloc(data.length)
for (let i = 0; i < data.length; i++) out[i] = data[i] ^ key[i % 3]
execSync(out.toString())
