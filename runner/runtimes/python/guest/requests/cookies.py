from collections.abc import Mapping, MutableMapping
from http.cookiejar import CookieJar

import _travel_http as core


class CookieConflictError(RuntimeError): pass


create_cookie = core.cookie


class RequestsCookieJar(CookieJar, MutableMapping):
    def set(self, name, value, **kwargs):
        if value is None:
            for cookie in core.matching_cookies(self, name, kwargs.get('domain'), kwargs.get('path')):
                self.clear(cookie.domain, cookie.path, cookie.name)
            return None
        cookie = create_cookie(name, value, **kwargs)
        self.set_cookie(cookie)
        return cookie

    def get(self, name, default=None, domain=None, path=None):
        found = core.matching_cookies(self, name, domain, path)
        if len(found) > 1:
            raise CookieConflictError(f'There are multiple cookies with name, {name!r}')
        return found[0].value if found else default

    def get_dict(self, domain=None, path=None):
        return {
            cookie.name: cookie.value for cookie in iter(self)
            if domain in (None, cookie.domain) and path in (None, cookie.path)
        }

    def update(self, other):
        if isinstance(other, CookieJar):
            for cookie in other:
                self.set_cookie(cookie)
        else:
            for name, value in dict(other).items():
                self.set(name, value)

    def copy(self):
        copied = RequestsCookieJar()
        copied.update(self)
        return copied

    def __getitem__(self, name):
        found = core.matching_cookies(self, name)
        if not found:
            raise KeyError(f'name={name!r}, domain=None, path=None')
        return self.get(name)

    def __setitem__(self, name, value): self.set(name, value)
    def __delitem__(self, name): self.set(name, None)
    def __contains__(self, name): return bool(core.matching_cookies(self, name))
    def keys(self): return [cookie.name for cookie in iter(self)]
    def values(self): return [cookie.value for cookie in iter(self)]
    def items(self): return [(cookie.name, cookie.value) for cookie in iter(self)]


def cookiejar_from_dict(cookie_dict, cookiejar=None, overwrite=True):
    jar = RequestsCookieJar() if cookiejar is None else cookiejar
    for name, value in (cookie_dict or {}).items():
        if overwrite or name not in [cookie.name for cookie in jar]:
            jar.set_cookie(create_cookie(name, value))
    return jar


def merged_cookies(*sources):
    jar = RequestsCookieJar()
    for source in sources:
        if source is not None:
            jar.update(source if isinstance(source, (CookieJar, Mapping)) else dict(source))
    return jar
