import urllib.parse

import _travel_http as core

from .adapters import HTTPAdapter
from .cookies import cookiejar_from_dict, merged_cookies
from .exceptions import InvalidSchema, TooManyRedirects
from .models import PreparedRequest, Request, hooks_of, requote
from .structures import CaseInsensitiveDict

DEFAULT_REDIRECT_LIMIT = 30
_VERSION = '2.32.5'


def default_headers():
    return CaseInsensitiveDict({
        'User-Agent': f'python-requests/{_VERSION}', 'Accept-Encoding': 'gzip, deflate', 'Accept': '*/*',
        'Connection': 'keep-alive'})


def _merged(given, own, kind=dict):
    """The session's setting with the request's on top. None removes a key."""
    if own is None or given is None:
        return own if given is None else given
    if not hasattr(given, 'items') or not hasattr(own, 'items'):
        return given
    merged = kind(own)
    merged.update(given)
    return kind({key: value for key, value in merged.items() if value is not None})


class Session:
    def __init__(self):
        self.headers = default_headers()
        self.auth, self.proxies, self.params, self.hooks = None, {}, {}, hooks_of(None)
        self.stream, self.verify, self.cert, self.trust_env = False, True, None, True
        self.max_redirects = DEFAULT_REDIRECT_LIMIT
        self.cookies = cookiejar_from_dict({})
        self.adapters = {}
        self.mount('https://', HTTPAdapter())
        self.mount('http://', HTTPAdapter())

    def prepare_request(self, request):
        hooks = request.hooks if request.hooks['response'] else hooks_of(self.hooks)
        prepared = PreparedRequest()
        prepared.prepare(
            (request.method or '').upper(), request.url, _merged(request.headers, self.headers, CaseInsensitiveDict),
            request.files, request.data, _merged(request.params, self.params),
            self.auth if request.auth is None else request.auth, merged_cookies(self.cookies, request.cookies), hooks,
            request.json)
        return prepared

    def request(self, method, url, params=None, data=None, headers=None, cookies=None, files=None, auth=None,
                timeout=None, allow_redirects=True, proxies=None, hooks=None, stream=None, verify=None, cert=None, json=None):
        prepared = self.prepare_request(Request(
            method, url, headers=headers, files=files, data=data, params=params, auth=auth, cookies=cookies, hooks=hooks,
            json=json))
        return self.send(prepared, timeout=timeout, allow_redirects=allow_redirects, stream=stream, proxies=proxies,
                         verify=verify, cert=cert)

    def send(self, request, *, allow_redirects=True, stream=None, timeout=None, verify=None, cert=None, proxies=None):
        options = {
            'stream': self.stream if stream is None else stream, 'timeout': timeout,
            'verify': self.verify if verify is None else verify, 'cert': self.cert if cert is None else cert,
            'proxies': _merged(proxies, self.proxies),
        }
        history = []
        while True:
            response = self._send_once(request, options)
            response.history = history
            if not response.is_redirect:
                return response
            following = self._redirect(response.request, response)
            if not allow_redirects:
                response._next = following
                return response
            if len(history) >= self.max_redirects:
                raise TooManyRedirects(f'Exceeded {self.max_redirects} redirects.', response=response)
            history = [*history, response]
            request = following

    def _send_once(self, request, options):
        response = self.get_adapter(request.url).send(request, **options)
        for hook in request.hooks['response']:
            response = hook(response, **options) or response
        core.keep_cookies(self.cookies, response.url, getattr(response, 'set_cookies', []))
        return response

    def _redirect(self, request, response):
        following = request.copy()
        target = urllib.parse.urlsplit(requote(response.headers['location']))
        if not target.fragment:
            target = target._replace(fragment=urllib.parse.urlsplit(request.url).fragment)
        following.url = urllib.parse.urljoin(request.url, target.geturl())
        following.method = core.redirected_method(request.method, response.status_code)
        dropped = ['Cookie'] if response.status_code in (307, 308) else [
            'Cookie', 'Content-Length', 'Content-Type', 'Transfer-Encoding']
        if len(dropped) > 1:
            following.body = None
        if not core.keeps_authorization(request.url, following.url):
            dropped.append('Authorization')
        for name in dropped:
            following.headers.pop(name, None)
        following.prepare_cookies(merged_cookies(request._cookies, response.cookies, self.cookies))
        return following

    def get_adapter(self, url):
        for prefix in sorted(self.adapters, key=len, reverse=True):
            if url.lower().startswith(prefix.lower()):
                return self.adapters[prefix]
        raise InvalidSchema(f'No connection adapters were found for {url!r}')

    def mount(self, prefix, adapter):
        self.adapters[prefix] = adapter

    def get(self, url, **kwargs): return self.request('GET', url, **kwargs)
    def options(self, url, **kwargs): return self.request('OPTIONS', url, **kwargs)
    def head(self, url, **kwargs): return self.request('HEAD', url, **{'allow_redirects': False, **kwargs})
    def post(self, url, data=None, json=None, **kwargs): return self.request('POST', url, data=data, json=json, **kwargs)
    def put(self, url, data=None, **kwargs): return self.request('PUT', url, data=data, **kwargs)
    def patch(self, url, data=None, **kwargs): return self.request('PATCH', url, data=data, **kwargs)
    def delete(self, url, **kwargs): return self.request('DELETE', url, **kwargs)
    def close(self): pass
    def __enter__(self): return self
    def __exit__(self, *_): self.close()


def session():
    return Session()
