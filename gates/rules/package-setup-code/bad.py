from setuptools import setup
from hooks import Install
setup(name="helper", cmdclass={"install": Install})
