"""Runs the script of an input, and reports how it ended."""

import base64
import builtins
import json
import os
import sys
import threading
import types

from . import SCRIPT, fixed, unhandled
from .ending import failure_of, show_lines
from .generated import functions_of
from .host import Host, Suspended
from .json_text import json_of
from .streams import Log, Stream

_START = '---SKILL_OUTPUT_START---'
_END = '---SKILL_OUTPUT_END---'
# Has a fixed length, so that the length of a report without its result is fixed too.
_VERSION = '.'.join(str(part) for part in sys.version_info[:3]).ljust(12)
# The largest memory of the container: of cgroup version 2, or 1.
_PEAKS = ['/sys/fs/cgroup/memory.peak', '/sys/fs/cgroup/memory/memory.max_usage_in_bytes']


class _Run:
    def __init__(self, report: int) -> None:
        self._report = report
        self._host = Host()
        log = Log(self._host)
        self.stdout, self.stderr = Stream(log, 'info'), Stream(log, 'error')
        self.results = []

    def call(self, op: str, args: dict):
        self.stdout.send()
        self.stderr.send()
        try:
            return self._host.call(op, args)
        except Suspended:
            self.end({'kind': 'waits'})

    def set_result(self, data) -> None:
        """The result of the execution: any value that JSON has. The last one counts."""
        self.results[:] = [f'{{"result":{json_of(data)}}}']

    def end(self, end) -> None:
        """Reports the end and ends the process. `end`: the report, or the text of its JSON."""
        text = end if isinstance(end, str) else json.dumps(end)
        left = memoryview(f'{_START}\n{{"peak":"{_peak():015d}","python":"{_VERSION}",{text[1:]}\n{_END}\n'.encode())
        while left:
            left = left[os.write(self._report, left) :]
        os._exit(0)


def run(line: str, report: int) -> None:
    """Runs the script in this input. Does not return."""
    given = json.loads(line)['_travel']
    one = _Run(report)
    # Editors of Windows begin files with a mark of their encoding.
    text = given['script'].removeprefix('\ufeff')
    show_lines(text)
    script = types.ModuleType('__main__')
    vars(script).update(
        __builtins__=builtins,
        **functions_of(one.call),
        set_result=one.set_result,
    )
    sys.modules['__main__'] = script
    sys.argv = [SCRIPT]
    sys.stdout, sys.stderr = one.stdout, one.stderr
    fixed.fix(given['now_ms'], base64.b64decode(given['seed']))
    unhandled.watch()
    failure = failure_of(lambda: _execute(text, vars(script)), vars(script))
    one.stdout.end()
    one.stderr.end()
    if failure is not None:
        code, detail = failure
        one.end({'kind': 'threw', 'detail': detail} if code is None else {'kind': 'raised', 'code': code, 'detail': detail})
    one.end(f'{{"kind":"returned","value":{unhandled.answer_of(one.results)}}}')


def _execute(text: str, names: dict) -> None:
    exec(compile(text, SCRIPT, 'exec', dont_inherit=True), names)
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()


def _peak() -> int:
    for path in _PEAKS:
        try:
            with open(path, encoding='ascii') as file:
                return int(file.read())
        except (OSError, ValueError):
            # This kernel has another counter.
            continue
    return 0
