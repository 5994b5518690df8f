"""Makes urllib.request send through the host. Importing this module installs it, before a script imports urllib."""

import http.client
import io
import urllib.error
import urllib.request
import urllib.response

import _travel_http as core
from travel_host import Rejected


class _Answer(urllib.response.addinfourl):
    """What programs use of http.client.HTTPResponse."""

    version = 11

    def __init__(self, status, url, headers, body):
        message = http.client.HTTPMessage()
        for name, value in headers:
            message[name] = value
        super().__init__(io.BytesIO(body), message, url, status)
        self.length = len(body)
        self.reason = self.msg = core.reason_of(status)

    def getheader(self, name, default=None):
        values = self.headers.get_all(name)
        return default if values is None else ', '.join(values)

    def getheaders(self):
        return list(self.headers.items())

    def isclosed(self):
        return self.closed


class HTTPHandler(urllib.request.AbstractHTTPHandler):
    http_request = https_request = urllib.request.AbstractHTTPHandler.do_request_

    def http_open(self, request):
        if request.has_proxy():
            raise core.Unsupported('A proxy', core.HOST_CONNECTS)
        headers = {**request.unredirected_hdrs, **request.headers}
        body = None if request.data is None else core.read_all(request.data)
        timeout = request.timeout if isinstance(request.timeout, (int, float)) else None
        sent = [(name.title(), value) for name, value in headers.items()]
        try:
            status, moved_to, headers, body = core.fetch(request.get_method(), request.full_url, sent, body, timeout)
        except Rejected as rejected:
            failed = core.failure(rejected, ConnectionError, TimeoutError)
            raise urllib.error.URLError(failed) if isinstance(failed, ConnectionError) else failed from None
        return _Answer(status, moved_to or request.full_url, headers, body)

    https_open = http_open


class HTTPSHandler(HTTPHandler):
    def __init__(self, debuglevel=None, context=None, check_hostname=None):
        super().__init__()
        core.refuse([(context, 'context', core.HOST_CHECKS), (check_hostname, 'check_hostname', core.HOST_CHECKS)])


urllib.request.HTTPHandler = HTTPHandler
urllib.request.HTTPSHandler = HTTPSHandler
