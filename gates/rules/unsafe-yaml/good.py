import yaml
config = yaml.safe_load(text)
other = yaml.load(text, Loader=yaml.SafeLoader)
