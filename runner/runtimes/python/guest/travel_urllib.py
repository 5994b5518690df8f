"""Makes urllib.request send through the host. Importing this module installs it, before a script imports urllib."""

import io
import urllib.error
import urllib.request
import urllib.response

import travel_host
import travel_http
from travel_host import Rejected


class _Answer(urllib.response.addinfourl):
    """What programs use of http.client.HTTPResponse."""

    version = 11

    def __init__(self, url, status, headers, body):
        super().__init__(io.BytesIO(body), travel_http.message_of(headers), url, status)
        self.length = len(body)
        self.reason = self.msg = travel_http.reason_of(status)

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
        travel_http.refuse(proxy=request.has_proxy() or request._tunnel_host)
        headers = {**request.unredirected_hdrs, **request.headers}
        sent = [(name.title(), value) for name, value in headers.items()]
        timeout = request.timeout if isinstance(request.timeout, (int, float)) else None
        body = travel_http.read_all(request.data)
        call = travel_http.call_of(
            request.get_method(), request.type, request.host.rpartition('@')[2], request.selector, sent, body, [timeout])
        try:
            return _Answer(request.full_url, *travel_http.answer_of(travel_host.fetch(*call)))
        except Rejected as rejected:
            failed = travel_http.failure(rejected, ConnectionError, TimeoutError)
            raise urllib.error.URLError(failed) if isinstance(failed, ConnectionError) else failed from None

    https_open = http_open


class HTTPSHandler(HTTPHandler):
    def __init__(self, debuglevel=None, context=None, check_hostname=None):
        super().__init__()
        travel_http.refuse_tls(context, None)
        travel_http.refuse_tls(check_hostname, None)


urllib.request.HTTPHandler = HTTPHandler
urllib.request.HTTPSHandler = HTTPSHandler
