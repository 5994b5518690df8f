"""The event loop of asyncio, without sockets: it waits for answers of the host, and sleeps on the execution's clock."""

import asyncio
import time

import travel_host


class _Selector:
    def __init__(self, loop) -> None:
        self._loop = loop

    def select(self, timeout=None, _sleep=time.sleep):
        """Waits until something can happen. Answers come before sleeps end, because the clock stands still until then."""
        if timeout is not None and timeout <= 0:
            return []
        if travel_host.calls.waiting:
            self._settle(travel_host.calls.take_next())
        elif timeout is None:
            raise RuntimeError('the program waits for a future that nothing sets: no request, task or sleep is under way')
        else:
            _sleep(timeout)
        return []

    def _settle(self, call: int) -> None:
        future = self._loop.host_futures.get(call)
        if future is not None and not future.done():
            future.set_result(None)

    def close(self) -> None:
        pass


class Loop(asyncio.BaseEventLoop):
    def __init__(self) -> None:
        super().__init__()
        self.host_futures = {}
        self._selector = _Selector(self)

    def _process_events(self, event_list) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


class _Policy(asyncio.DefaultEventLoopPolicy):
    _loop_factory = Loop


asyncio.set_event_loop_policy(_Policy())
