import json


class RequestException(IOError):
    def __init__(self, *args, request=None, response=None):
        super().__init__(*args)
        self.response = response
        self.request = response.request if request is None and response is not None else request


class InvalidJSONError(RequestException): pass


class JSONDecodeError(InvalidJSONError, json.JSONDecodeError):
    def __init__(self, *args, **kwargs):
        json.JSONDecodeError.__init__(self, *args)
        InvalidJSONError.__init__(self, *self.args, **kwargs)


class HTTPError(RequestException): pass
class ConnectionError(RequestException): pass
class ProxyError(ConnectionError): pass
class SSLError(ConnectionError): pass
class Timeout(RequestException): pass
class ConnectTimeout(ConnectionError, Timeout): pass
class ReadTimeout(Timeout): pass
class URLRequired(RequestException): pass
class TooManyRedirects(RequestException): pass
class MissingSchema(RequestException, ValueError): pass
class InvalidSchema(RequestException, ValueError): pass
class InvalidURL(RequestException, ValueError): pass
class InvalidHeader(RequestException, ValueError): pass
class ChunkedEncodingError(RequestException): pass
class ContentDecodingError(RequestException): pass
class StreamConsumedError(RequestException, TypeError): pass
class RetryError(RequestException): pass
class UnrewindableBodyError(RequestException): pass
