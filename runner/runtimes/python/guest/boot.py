"""Runs once in each new build: imports what scripts need, then stops for the image of the memory to be taken."""

import os
import sys

_LIBRARY = '/data/lib/python%d%d.zip' % sys.version_info[:2]
_GUEST = '/data/travel'
_PACKAGES = '/data/packages'

sys.path[:0] = [_GUEST]

import __future__, abc, argparse, array, ast, asyncio, base64, bisect, calendar, cmath, collections, configparser, contextlib, copy, csv, dataclasses, datetime, decimal, difflib, email.utils, encodings.idna, enum, fractions, functools, gc, getpass, glob, gzip, hashlib, heapq, hmac, html.parser, importlib.resources, inspect, io, ipaddress, itertools, json, linecache, logging, math, operator, pathlib, pickle, pkgutil, pprint, queue, random, re, secrets, shutil, statistics, string, struct, tempfile, textwrap, threading, time, traceback, types, typing, unicodedata, urllib.parse, urllib.request, uuid, warnings, weakref, xml.etree.ElementTree, zipfile, zoneinfo

for _optional in ('zlib', 'sqlite3'):
    try:
        __import__(_optional)
    except ImportError:
        # This build lacks it.
        continue

import _sitebuiltins
import builtins

import travel_absent
import travel_entry
import travel_host
import travel_loop
import travel_random
import travel_script.unhandled
import travel_skill
import travel_warm

import travel_httpx, travel_urllib, travel_urllib3, travel_skill.http

travel_absent.install()
travel_script.unhandled.watch()
builtins.exit = _sitebuiltins.Quitter('exit', 'Ctrl-D')
builtins.quit = _sitebuiltins.Quitter('quit', 'Ctrl-D')
tempfile.tempdir = '/tmp'
zoneinfo.reset_tzpath(['/data/zoneinfo'])
os.environ.clear()
os.chdir('/tmp')

# Late imports read the library of the host, which all instances share, and then the operator's packages.
sys.path[:] = [_LIBRARY, _PACKAGES]
sys.path_importer_cache.clear()
for _module in list(sys.modules.values()):
    if hasattr(_module, '__path__') and not getattr(_module, '__file__', '').startswith(_GUEST):
        _module.__path__[:] = [_LIBRARY + '/' + _module.__name__.replace('.', '/')]

sys.stdout.reconfigure(line_buffering=True, errors='replace')
sys.stderr.reconfigure(line_buffering=True, errors='replace')
travel_warm.warm()
travel_random.seed_late()
travel_entry.prepare()
gc.collect()
travel_warm.fill_holes()
gc.freeze()
os.write(travel_host._DEVICE, str(id(travel_entry.entry)).encode())
time.get_clock_info('monotonic')
