url = "https://discord.com/developers/docs"
