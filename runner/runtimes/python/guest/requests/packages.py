"""Older programs import urllib3 from here."""

import sys

import urllib3

for _name in [name for name in sys.modules if name.partition('.')[0] == 'urllib3']:
    sys.modules[f'requests.packages.{_name}'] = sys.modules[_name]
