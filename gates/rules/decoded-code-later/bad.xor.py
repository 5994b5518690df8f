out = []
for i, b in enumerate(data):
    out.append(b ^ key[i % 3])
exec(bytes(out).decode())
