MAPS = os.environ["MAPS_KEY"]
BOT = "123456789:AA-your-token"
SHAPE = r"AIza[0-9A-Za-z_-]{35}"
