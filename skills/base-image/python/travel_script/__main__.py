"""Entry: loads what scripts usually need, waits for the input, runs the script, reports its end."""

import sys

# Without these C modules, Python versions are used. They read the clock of `time` and the bytes of `os`, which are fixed.
sys.modules['_datetime'] = None
sys.modules['_uuid'] = sys.modules['_zoneinfo'] = None

import os

from . import http, run


def main() -> None:
    report = os.dup(1)
    http.patch()
    run.run(sys.stdin.readline(), report)


main()
