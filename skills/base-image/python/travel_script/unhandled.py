"""What a script started and never looked at: a coroutine that nothing awaited, and a task that failed or was cut off."""

import asyncio
import json
import sys
import types
import warnings

from . import SCRIPT

_default_handler = asyncio.BaseEventLoop.default_exception_handler
_cancel_all = asyncio.runners._cancel_all_tasks
_warn = warnings._warn_unawaited_coroutine


class Unhandled:
    """The first failure of this execution that the script did not see, and the tasks that `asyncio.run` cancelled."""

    def __init__(self) -> None:
        # The exception of a task.
        self.error = None
        # The text of another error, with its place.
        self.text = None
        self.cancelled = []

    def never_awaited(self, coroutine) -> None:
        place = _place_of(coroutine)
        if place is None:
            return _warn(coroutine)
        text = f"RuntimeError: the coroutine '{coroutine.__qualname__}' was never awaited: use await, or asyncio.run"
        self.text = self.text or f'{text}\n    at {place}'
        write(f'{text} ({place})\n')

    # The built-in functions are parameters, because a script may clear them.
    def look_at(self, names: dict, _list=list, _is=isinstance) -> None:
        """Looks for coroutines that the script still holds."""
        for value in _list(names.values()):
            if _is(value, types.CoroutineType) and _is_new(value):
                self.never_awaited(value)
                value.close()

    def notice(self):
        """What to tell the sender of a script that succeeded. None: nothing."""
        if not self.cancelled:
            return None
        return f'asyncio.run cancelled tasks that were under way, as it does in every Python: await {", ".join(self.cancelled[:5])}.'


current = Unhandled()


def answer_of(results) -> str:
    """The JSON of the answer of a script that succeeded. `results`: JSON texts."""
    notice = current.notice()
    message = '' if notice is None else f',"message":{json.dumps(notice)}'
    return f'{{"results":[{",".join(results)}]{message}}}'


def watch() -> None:
    """Called once, in the thread that runs the script."""
    sys.set_coroutine_origin_tracking_depth(1)
    warnings._warn_unawaited_coroutine = _never_awaited
    asyncio.BaseEventLoop.default_exception_handler = _failed
    asyncio.runners._cancel_all_tasks = _cancelled


def _never_awaited(coroutine) -> None:
    current.never_awaited(coroutine)


def _failed(loop, context) -> None:
    if 'never retrieved' in context.get('message', ''):
        current.error = current.error or context.get('exception')
    _default_handler(loop, context)


def _cancelled(loop) -> None:
    for task in asyncio.all_tasks(loop):
        coroutine = task.get_coro()
        place = _place_of(coroutine)
        if place is not None:
            current.cancelled.append(f"'{coroutine.__qualname__}' ({place})")
    current.cancelled.sort()
    _cancel_all(loop)


def _place_of(coroutine):
    """Where the script made it. None: something else made it."""
    origin = getattr(coroutine, 'cr_origin', None)
    if not origin or origin[0][0] != SCRIPT:
        return None
    return f'{SCRIPT}:{origin[0][1]}'


def write(text: str) -> None:
    """Writes to the script's stderr."""
    try:
        sys.stderr.write(text)
    except Exception:
        # The script has closed or replaced stderr. Its error is reported all the same.
        return


def _is_new(coroutine) -> bool:
    return coroutine.cr_frame is not None and not coroutine.cr_running and not getattr(coroutine, 'cr_suspended', True)
