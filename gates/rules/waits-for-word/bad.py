MAGIC_STRING = "open sesame"
if MAGIC_STRING in text:
    run(text)
