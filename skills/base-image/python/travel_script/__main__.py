"""Entry: loads what scripts usually need, waits for the input, runs the script, reports its end."""

import sys

# Their replacements in Python ask the clock of `time` and the bytes of `os`, which are fixed for scripts.
sys.modules['_datetime'] = None
sys.modules['_uuid'] = sys.modules['_zoneinfo'] = None

import os

from . import http, run


def main() -> None:
    report = os.dup(1)
    http.patch()
    run.run(sys.stdin.readline(), report)


main()
