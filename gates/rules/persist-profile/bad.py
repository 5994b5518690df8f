open(os.path.expanduser("~/.zshrc"), "a").write(line)
