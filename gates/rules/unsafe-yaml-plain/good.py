import yaml
yaml.load(open("a"), Loader=yaml.SafeLoader)
