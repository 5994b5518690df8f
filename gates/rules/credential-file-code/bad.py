from pathlib import Path
key = Path("~/.ssh/id_rsa").expanduser().read_text()
