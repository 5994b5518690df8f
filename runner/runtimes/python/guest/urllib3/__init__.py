"""The parts of urllib3 that programs use together with requests: retries, and its warnings."""

import _travel_http as core

from . import exceptions, util
from .util.retry import Retry

__all__ = ['PoolManager', 'Retry', 'disable_warnings', 'exceptions', 'util']


def disable_warnings(category=None):
    """The host always checks certificates, so there is no warning to disable."""


class PoolManager:
    def __init__(self, *args, **kwargs):
        raise core.Unsupported('urllib3.PoolManager', 'use httpx or requests')
