"""stdout and stderr of a script. Complete lines travel together as one log entry, because each entry is a host call."""

import io

_BATCH = 2000
_MOST_LINES = 1000
# As `runner/contract/operations/console.ts` says.
_FULL = 'The log is full: what follows its first 1000 lines or 64 KB is left out'
_MOST_BYTES = 64 * 1024 - len(_FULL)


class Log:
    """The budget that both streams share."""

    def __init__(self, host) -> None:
        self._host = host
        self._lines = 0
        self._bytes = 0
        self._is_full = False

    def add(self, level: str, text: str) -> None:
        if self._is_full:
            return
        kept = _beginning(text, _MOST_LINES - self._lines, _MOST_BYTES - self._bytes)
        self._lines += kept.count('\n') + 1
        self._bytes += len(kept.encode())
        if kept != '' or text == '':
            self._host.call('console.log', {'level': level, 'text': kept})
        if kept != text:
            self._is_full = True
            self._host.call('console.log', {'level': 'warn', 'text': _FULL})


def _beginning(text: str, lines: int, size: int) -> str:
    """The lines of the text that fit; of a first line that is too long, its beginning."""
    kept = '\n'.join(text.split('\n', lines)[:lines])
    if len(kept.encode()) <= size:
        return kept
    cut = kept.encode()[:size].decode('utf-8', 'ignore')
    return cut.rpartition('\n')[0] or cut


class Stream(io.TextIOBase):
    encoding = 'utf-8'

    def __init__(self, log: Log, level: str) -> None:
        self._log = log
        self._level = level
        self._pending = ''
        self.buffer = _Bytes(self)

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f'write() argument must be str, not {type(text).__name__}')
        # Without halves of surrogate pairs, which no text file has.
        self._pending += text.encode('utf-8', 'replace').decode()
        if len(self._pending) >= _BATCH:
            self.send()
        return len(text)

    def send(self) -> None:
        """Sends the complete lines."""
        lines, newline, rest = self._pending.rpartition('\n')
        self._pending = rest
        if newline:
            self._log.add(self._level, lines)

    def end(self) -> None:
        """Sends everything, at the end of the script."""
        self.send()
        if self._pending:
            self._log.add(self._level, self._pending)
            self._pending = ''


class _Bytes(io.RawIOBase):
    """What scripts write to `sys.stdout.buffer`."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        self._stream.write(bytes(data).decode('utf-8', 'replace'))
        return len(data)
