"""When a request is sent again. The rules are those of urllib3."""

import email.utils
import time

_SAFE_TO_REPEAT = frozenset(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'TRACE'])
_MAY_NAME_A_TIME = frozenset([413, 429, 503])


class Retry:
    DEFAULT_ALLOWED_METHODS = _SAFE_TO_REPEAT
    RETRY_AFTER_STATUS_CODES = _MAY_NAME_A_TIME
    DEFAULT_BACKOFF_MAX = 120

    def __init__(self, total=10, connect=None, read=None, redirect=None, status=None, other=None,
                 allowed_methods=_SAFE_TO_REPEAT, status_forcelist=(), backoff_factor=0, backoff_max=120,
                 raise_on_redirect=True, raise_on_status=True, history=None, respect_retry_after_header=True,
                 remove_headers_on_redirect=(), backoff_jitter=0.0):
        # The host does not tell an error of the connection from one of the answer. The smaller limit holds for both.
        errors = [limit for limit in (connect, read) if limit is not None and limit is not False]
        self.total = total
        self._left = {'error': min(errors) if errors else None, 'status': status}
        self.allowed_methods = allowed_methods
        self.status_forcelist = frozenset(status_forcelist or ())
        self.backoff_factor, self.backoff_max = backoff_factor, backoff_max
        self.raise_on_status, self.respect_retry_after_header = raise_on_status, respect_retry_after_header
        self._used = 0

    def _allows(self, method):
        # An error may come after the server has acted, so only a method that is safe to repeat is sent again.
        return not self.allowed_methods or method.upper() in self.allowed_methods

    def is_left(self, kind):
        return all(limit is None or limit > 0 for limit in (self.total, self._left[kind]))

    def allows_error(self, method):
        return self._allows(method) and self.is_left('error')

    def asks_again(self, method, status, names_a_time):
        if not self._allows(method):
            return False
        if status in self.status_forcelist:
            return True
        return bool(self.total and self.respect_retry_after_header and names_a_time and status in _MAY_NAME_A_TIME)

    def next(self, kind, retry_after=None):
        """Waits, and returns what is left."""
        following = object.__new__(Retry)
        following.__dict__.update(self.__dict__, _used=self._used + 1, _left=dict(self._left))
        if self.total is not None:
            following.total = self.total - 1
        if self._left[kind] is not None:
            following._left[kind] -= 1
        seconds = _seconds(retry_after) if retry_after and self.respect_retry_after_header else None
        if seconds is None:
            seconds = following.get_backoff_time()
        if seconds > 0:
            time.sleep(seconds)
        return following

    def get_backoff_time(self):
        return 0 if self._used <= 1 else min(self.backoff_max, self.backoff_factor * 2 ** (self._used - 1))


def _seconds(retry_after):
    if retry_after.strip().isdigit():
        return int(retry_after)
    named = email.utils.parsedate_to_datetime(retry_after)
    return max(0, named.timestamp() - time.time())
