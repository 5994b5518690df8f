"""Runs the program of an execution, and tells the host how it ended. The image of memory is taken just before `entry` runs."""

import atexit
import builtins
import json
import linecache
import os
import random
import sys
import types

import travel_host
from travel_script import SCRIPT
from travel_script.ending import failure_of
from travel_script.generated import functions_of

_OWN_FOLDER = os.path.dirname(__file__)


def entry() -> None:
    """One execution, from its start to its end."""
    random.seed()
    given = travel_host.given()
    results = []

    def set_result(data) -> None:
        """The result of the execution: any value that JSON has. The last one counts."""
        results[:] = [f'{{"result":{json.dumps(data, allow_nan=False)}}}']

    text = given['script']
    linecache.cache[SCRIPT] = (len(text), None, text.splitlines(True), SCRIPT)
    script = types.ModuleType('__main__')
    vars(script).update(__builtins__=builtins, **functions_of(travel_host.call), set_result=set_result)
    sys.modules['__main__'] = script
    sys.argv = [SCRIPT]

    def execute() -> None:
        exec(compile(text, SCRIPT, 'exec', dont_inherit=True), vars(script))

    failure = failure_of(execute, _OWN_FOLDER)
    atexit._run_exitfuncs()
    _flush()
    if failure is not None:
        travel_host.threw(failure)
    else:
        travel_host.returned(f'{{"results":[{",".join(results)}]}}')


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            # The script has closed or replaced it.
            continue
