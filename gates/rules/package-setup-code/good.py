from setuptools import setup
setup(name="helper", version="1.0")
