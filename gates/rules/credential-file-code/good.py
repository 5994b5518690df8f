from pathlib import Path
fares = Path("data/fares.json").read_text()
