globalThis["ev" + "al"](text)
