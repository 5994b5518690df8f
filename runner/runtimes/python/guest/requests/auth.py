import _travel_http as core


class AuthBase:
    def __call__(self, r):
        raise NotImplementedError('Auth hooks must be callable.')


class HTTPBasicAuth(AuthBase):
    def __init__(self, username, password):
        self.username, self.password = username, password

    def __eq__(self, other):
        return (self.username, self.password) == (getattr(other, 'username', None), getattr(other, 'password', None))

    def __call__(self, r):
        r.headers['Authorization'] = core.basic(self.username, self.password, 'latin1')
        return r


class HTTPDigestAuth(AuthBase):
    def __init__(self, username, password):
        raise core.Unsupported('HTTPDigestAuth', 'use HTTPBasicAuth, or set the Authorization header')
