"""Runs the program of an execution, and tells the host how it ended. The image of memory is taken just before `entry` runs."""

import atexit
import builtins
import json
import os
import sys
import types

import travel_host
from travel_script import SCRIPT, unhandled
from travel_script.ending import failure_of, show_lines
from travel_script.generated import functions_of
from travel_script.json_text import json_of

_OWN_FOLDER = os.path.dirname(__file__)


class _Execution:
    """The execution that runs in this copy of the memory."""

    def __init__(self) -> None:
        self.call_json = b'{}'
        self.result = None

    @property
    def call(self) -> dict:
        return json.loads(self.call_json)

    def set_result(self, data) -> None:
        """The result of the execution: any value that JSON has. The last one counts."""
        self.result = json_of(data)

    def flush(self) -> None:
        """Sends what was printed. Runs what the program registered for its end."""
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except BaseException:
                # The program has closed or replaced it.
                continue


current = _Execution()


def prepare() -> None:
    """Makes the module of the next program. The image holds one, so that no execution has to make it."""
    program = types.ModuleType('__main__')
    vars(program).update(__builtins__=builtins, **functions_of(travel_host.call), set_result=current.set_result)
    sys.modules['__main__'] = program
    sys.argv = [SCRIPT]


def entry() -> None:
    """One execution, from its start to its end."""
    current.call_json, text = travel_host.given()
    # Editors of Windows begin files with a mark of their encoding.
    text = text.removeprefix('\ufeff')
    show_lines(text)
    names = vars(sys.modules['__main__'])

    def execute() -> None:
        exec(compile(text, SCRIPT, 'exec', dont_inherit=True), names)

    failure = failure_of(execute, names, _OWN_FOLDER)
    current.flush()
    if failure is not None:
        code, detail = failure
        travel_host.threw(detail) if code is None else travel_host.raised(code, detail, None)
    else:
        results = [] if current.result is None else [f'{{"result":{current.result}}}']
        travel_host.returned(unhandled.answer_of(results))
