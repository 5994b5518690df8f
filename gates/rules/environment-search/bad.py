import os
found = {}
for name, value in os.environ.items():
    if "KEY" in name or "SECRET" in name:
        found[name] = value
