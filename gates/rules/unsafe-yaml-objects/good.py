import yaml
yaml.safe_load(open("a.yaml"))
