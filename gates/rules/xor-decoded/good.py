check = 0
for b in data:
    check ^= b
print(2 ^ 3)
