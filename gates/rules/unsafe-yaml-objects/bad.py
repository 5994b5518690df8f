import yaml
print(yaml.load(open("a.yaml"), Loader=yaml.UnsafeLoader))
