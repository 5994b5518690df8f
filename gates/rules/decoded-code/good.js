const image = Buffer.from(text, "base64")
