import yaml
print(yaml.load(data, Loader=yaml.Loader))
