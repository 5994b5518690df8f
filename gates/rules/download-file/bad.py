open("tool", "wb").write(response.content)
