git fork --help
