"""How a script ended: what it raised, and on which of its lines."""

import io
import linecache
import os
import sys
import traceback

from . import SCRIPT, CapabilityRevoked, unhandled

_LONGEST_DETAIL = 4000
# Leaves room for the lines of the script.
_LONGEST_MESSAGE = 3500
_OWN_FOLDER = os.path.dirname(__file__)
# Where the standard library was when it was compiled: some builds of Python have only its compiled modules.
_LIBRARY = os.path.dirname(traceback.print_exc.__code__.co_filename) + os.sep


def show_lines(text: str) -> None:
    """Lets tracebacks show the lines of the script."""
    lines = io.StringIO(text, newline=None).readlines()
    if lines and not lines[-1].endswith('\n'):
        # Without it, the marks below the last line are shifted.
        lines[-1] += '\n'
    linecache.cache[SCRIPT] = (len(text), None, lines, SCRIPT)


def failure_of(execute, names: dict, own_folder: str = _OWN_FOLDER):
    """The error that ended the script, and where; None: it ran to its end. Prints the traceback, without frames of `own_folder`.

    A pair: the platform's code for the error, or None, and the text.
    `names`: the globals of the script. A failure that the script did not look at counts when the script ends without another one.
    """
    try:
        execute()
        unhandled.current.look_at(names)
        missed = unhandled.current.error
        # asyncio has printed it.
        if missed is None:
            return unhandled.current.text and (None, unhandled.current.text)
        return _code_of(missed), _text_of(_as_told(missed, own_folder), missed)
    except SystemExit as error:
        if error.code in (None, 0):
            return None
        return _shown(error, own_folder)
    except BaseException as error:
        return _shown(error, own_folder)
    return None


def _code_of(error: BaseException):
    return 'CAPABILITY_REVOKED' if isinstance(error, CapabilityRevoked) else None


def _shown(error: BaseException, own_folder: str):
    shown = _as_told(error, own_folder)
    unhandled.write(''.join(shown.format()))
    return _code_of(error), _text_of(shown, error)


def _as_told(error: BaseException, own_folder: str):
    shown = traceback.TracebackException.from_exception(error)
    _leave_out_platform(shown, own_folder)
    return shown


def _text_of(shown, error: BaseException) -> str:
    """The message of an error, and the lines of the script that led to it."""
    places = [frame.lineno for frame in reversed(shown.stack) if frame.filename == SCRIPT]
    if isinstance(error, SyntaxError) and error.filename == SCRIPT:
        places = [error.lineno, *places]
    message = _message_of(shown)[:_LONGEST_MESSAGE]
    return '\n    at '.join([message, *(f'{SCRIPT}:{line}' for line in places)])[:_LONGEST_DETAIL]


def _message_of(shown) -> str:
    """The class and the text of an error, with its notes."""
    whole = list(shown.format_exception_only())
    shown.__notes__ = None
    only = list(shown.format_exception_only())
    return '\n'.join(part.strip() for part in [only[-1], *whole[len(only) :]])


def _leave_out_platform(shown, own_folder: str) -> None:
    """Leaves out the frames of the platform, also of the errors that led to this one."""
    shown.stack = traceback.StackSummary.from_list(
        [_as_shown(frame) for frame in shown.stack if not frame.filename.startswith(own_folder)]
    )
    for other in (shown.__cause__, shown.__context__, *(getattr(shown, 'exceptions', None) or ())):
        if other is not None:
            _leave_out_platform(other, own_folder)


def _as_shown(frame):
    """Names a module of the standard library without its folder and without its code, which not every build has."""
    if not frame.filename.startswith(_LIBRARY):
        return frame
    return traceback.FrameSummary(frame.filename[len(_LIBRARY) :], frame.lineno, frame.name, lookup_line=False, line='')
