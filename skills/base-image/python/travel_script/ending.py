"""How a script ended: what it raised, and on which of its lines."""

import os
import sys
import traceback

from . import SCRIPT

_LONGEST_DETAIL = 4000
_OWN_FOLDER = os.path.dirname(__file__)


def failure_of(execute, own_folder: str = _OWN_FOLDER):
    """The error that ended the script, and where; None: it ran to its end. Prints the traceback, without frames of `own_folder`."""
    try:
        execute()
    except SystemExit as error:
        if error.code in (None, 0):
            return None
        return _shown(error, [f'SystemExit: {error.code}'], own_folder)
    except BaseException as error:
        return _shown(error, traceback.format_exception_only(type(error), error), own_folder)
    return None


def _shown(error: BaseException, only, own_folder: str) -> str:
    shown = traceback.TracebackException.from_exception(error)
    _leave_out_platform(shown, own_folder)
    sys.stderr.write(''.join(shown.format()))
    lines = [frame.lineno for frame in reversed(shown.stack) if frame.filename == SCRIPT]
    if isinstance(error, SyntaxError) and error.filename == SCRIPT:
        lines = [error.lineno, *lines]
    return '\n    at '.join([only[-1].strip(), *(f'{SCRIPT}:{line}' for line in lines)])[:_LONGEST_DETAIL]


def _leave_out_platform(shown, own_folder: str) -> None:
    """Leaves out the frames of the platform, also of the errors that led to this one."""
    kept = [frame for frame in shown.stack if not frame.filename.startswith(own_folder)]
    shown.stack = traceback.StackSummary.from_list(kept)
    for cause in (shown.__cause__, shown.__context__):
        if cause is not None:
            _leave_out_platform(cause, own_folder)
