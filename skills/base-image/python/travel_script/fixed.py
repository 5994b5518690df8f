"""A clock that stands still and random numbers from a seed, so that each run of a script is the same."""

import os
import random
import sys
import time

from . import SCRIPT

_NS = 1_000_000_000


class _Clock:
    """The script's clock: it only moves when the script sleeps."""

    def __init__(self, now_ms: int) -> None:
        self.now_ns = now_ms * 1_000_000
        self.slept_ns = 0

    def wall_ns(self) -> int:
        return self.now_ns + self.slept_ns


def fix(now_ms: int, seed: bytes) -> None:
    """Fixes the clock and every source of random numbers of this process."""
    _fix_clock(_Clock(now_ms))
    _fix_random(seed)


def _fix_clock(clock: _Clock) -> None:
    real_sleep, real_monotonic, real_monotonic_ns = time.sleep, time.monotonic, time.monotonic_ns

    def sleep(seconds):
        real_sleep(seconds)
        clock.slept_ns += round(seconds * _NS)

    def time_s():
        return clock.wall_ns() / _NS

    def elapsed_s():
        return clock.slept_ns / _NS

    def for_scripts(fixed, real):
        """Only scripts get the fixed clock: with it, time-outs that libraries compute would never expire."""

        def read():
            return fixed() if sys._getframe(1).f_code.co_filename == SCRIPT else real()

        return read

    def with_now(function):
        def read(seconds=None):
            return function(time_s() if seconds is None else seconds)

        return read

    asctime, strftime = time.asctime, time.strftime
    time.sleep = sleep
    time.time, time.time_ns = time_s, clock.wall_ns
    time.monotonic = for_scripts(elapsed_s, real_monotonic)
    time.monotonic_ns = for_scripts(lambda: clock.slept_ns, real_monotonic_ns)
    time.perf_counter = time.process_time = time.thread_time = elapsed_s
    time.perf_counter_ns = time.process_time_ns = time.thread_time_ns = lambda: clock.slept_ns
    time.clock_gettime = lambda which: time_s() if which == time.CLOCK_REALTIME else elapsed_s()
    time.clock_gettime_ns = lambda which: clock.wall_ns() if which == time.CLOCK_REALTIME else clock.slept_ns
    for name in ('gmtime', 'localtime', 'ctime'):
        setattr(time, name, with_now(getattr(time, name)))
    time.asctime = lambda t=None: asctime(time.localtime() if t is None else t)
    time.strftime = lambda format, t=None: strftime(format, time.localtime() if t is None else t)


def _fix_random(seed: bytes) -> None:
    numbers = random.Random(seed)
    seed_of = random.Random.seed

    def urandom(size):
        return numbers.randbytes(size)

    def seeded(self, a=None, version=2):
        seed_of(self, int.from_bytes(urandom(32), 'big') if a is None else a, version)

    os.urandom = random._urandom = urandom
    random.Random.seed = seeded
    random.seed(seed)
