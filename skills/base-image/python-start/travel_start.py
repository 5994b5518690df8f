"""For the program of a container: `travel_start.pth` makes Python load this module at its start. Child processes do not load it.

The interpreter's last search for garbage in libraries takes longer than a request: it is skipped.
"""

import atexit
import gc
import sys


def _end():
    """Releases the names of the program's modules, so that open files are written. Skips the garbage collection."""
    for name, module in list(sys.modules.items()):
        if name == '__main__' or not (getattr(module, '__file__', None) or sys.prefix).startswith(sys.prefix):
            names = vars(module)
            # In reverse order: modules may need earlier ones at their end.
            for _ in range(len(names)):
                names.popitem()
    gc.freeze()


# atexit runs the first registered function last.
atexit.register(_end)
