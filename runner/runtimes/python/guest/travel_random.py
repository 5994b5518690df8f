"""Seeds the generator that the functions of `random` share when a program first uses one: seeding it takes longer than most programs."""

import random

_SHARED = {name: value for name, value in vars(random).items() if getattr(value, '__self__', None) is random._inst}
_SHARED['_inst'] = random._inst


def seed_late() -> None:
    """Takes the functions out of the module. Python asks `__getattr__` for what a module lacks."""
    for name in _SHARED:
        delattr(random, name)
    random.__getattr__ = _seeded
    random.__dir__ = _names


def _seeded(name: str):
    if name not in _SHARED:
        raise AttributeError(f"module 'random' has no attribute {name!r}")
    del random.__getattr__, random.__dir__
    _SHARED['_inst'].seed()
    # What the program has put there stays.
    vars(random).update({**_SHARED, **vars(random)})
    return _SHARED[name]


def _names() -> list:
    return sorted({*_SHARED, *vars(random)} - {'__getattr__', '__dir__'})
