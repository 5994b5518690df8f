import yaml
config = yaml.load(text)
