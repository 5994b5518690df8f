"""The interface of requests 2.32 on the sandbox's host call. `stream=True` is accepted, and each answer arrives whole."""

from http import HTTPStatus
from types import SimpleNamespace

from . import adapters, auth, compat, cookies, exceptions, models, packages, sessions, structures, utils
from .exceptions import (
    ConnectionError, ConnectTimeout, HTTPError, InvalidURL, JSONDecodeError, ReadTimeout, RequestException, Timeout,
    TooManyRedirects, URLRequired,
)
from .models import PreparedRequest, Request, Response
from .sessions import Session, session

__version__ = sessions._VERSION

codes = SimpleNamespace(**{
    case(name): status.value for name, status in HTTPStatus.__members__.items() for case in (str.lower, str.upper)})


def request(method, url, **kwargs):
    with Session() as one:
        return one.request(method, url, **kwargs)


def get(url, params=None, **kwargs): return request('get', url, params=params, **kwargs)
def options(url, **kwargs): return request('options', url, **kwargs)
def head(url, **kwargs): return request('head', url, **{'allow_redirects': False, **kwargs})
def post(url, data=None, json=None, **kwargs): return request('post', url, data=data, json=json, **kwargs)
def put(url, data=None, **kwargs): return request('put', url, data=data, **kwargs)
def patch(url, data=None, **kwargs): return request('patch', url, data=data, **kwargs)
def delete(url, **kwargs): return request('delete', url, **kwargs)
