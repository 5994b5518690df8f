"""What the HTTP libraries of the sandbox promise beyond the cases: `python3 -m unittest discover -s DIR -p 'test_*.py'`."""

import asyncio
import os
import subprocess
import sys
import unittest
import urllib.error
import urllib.request
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
# The fake host comes before the real one.
sys.path[:0] = [HERE, os.path.join(HERE, '..', 'guest')]

import travel_host
import travel_urllib
import httpx
import requests
import requests.adapters
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

URL = travel_host.BASE + '/get'


async def async_get(url):
    async with httpx.AsyncClient() as client:
        return await client.get(url)


GETS = [httpx.get, lambda url: asyncio.run(async_get(url)), requests.get, urllib.request.urlopen]


class HostCalls(unittest.TestCase):
    def setUp(self):
        travel_host.calls.clear()
        travel_host.rejections.clear()

    def sent(self):
        return travel_host.calls[-1]

    def test_a_withheld_permission_raises_permission_error(self):
        for get in GETS:
            travel_host.rejections.append(('CapabilityRevoked', 'network.egress was withheld'))
            with self.assertRaisesRegex(PermissionError, 'network.egress was withheld'):
                get(URL)

    def test_a_host_error_is_the_error_of_the_library(self):
        expected = {
            'NetworkError': [httpx.ConnectError, httpx.ConnectError, requests.ConnectionError, urllib.error.URLError],
            'TimeoutError': [httpx.ReadTimeout, httpx.ReadTimeout, requests.ReadTimeout, TimeoutError],
            'ResponseTooLargeError': [
                httpx.ReadError,
                httpx.ReadError,
                requests.ConnectionError,
                urllib.error.URLError,
            ],
            'TypeError': [TypeError] * 4,
        }
        for name, kinds in expected.items():
            for get, kind in zip(GETS, kinds):
                travel_host.rejections.append((name, 'the reason'))
                with self.assertRaisesRegex(kind, 'the reason'):
                    get(URL)

    def test_headers_of_the_connection_stay_here(self):
        httpx.post(URL, content=iter([b'a']), headers={'Keep-Alive': '5'})
        names = [name.lower() for name, _ in self.sent()[2]]
        self.assertEqual(sorted(names), ['accept', 'user-agent'])

    def test_a_host_header_with_another_host_reaches_the_policy(self):
        httpx.get(URL, headers={'Host': 'other.example'})
        self.assertIn(('Host', 'other.example'), self.sent()[2])

    def test_credentials_and_the_fragment_of_a_url_are_not_sent(self):
        for get in GETS[:3]:
            get(URL.replace('//', '//user:secret@') + '?a=1#part')
            self.assertEqual(self.sent()[1], URL + '?a=1')

    def test_a_timeout_is_one_deadline_in_milliseconds(self):
        httpx.get(URL)
        httpx.get(URL, timeout=httpx.Timeout(2, read=7))
        httpx.get(URL, timeout=None)
        httpx.get(URL, timeout=9000)
        requests.get(URL)
        requests.get(URL, timeout=(3, 4))
        requests.get(URL, timeout=(3, None))
        urllib.request.urlopen(URL)
        urllib.request.urlopen(URL, timeout=1.5)
        self.assertEqual(
            [call[4] for call in travel_host.calls], [5000, 7000, None, 600_000, None, 4000, None, None, 1500]
        )

    def test_a_request_above_a_limit_names_the_limit(self):
        many = {f'X-{number}': '1' for number in range(65)}
        too_large = [
            ({'headers': many}, '64 headers'),
            ({'data': b'x' * (1024 * 1024 + 1)}, '1048576 bytes'),
            ({'params': 'x' * 16_384}, '16384 characters'),
        ]
        for options, limit in too_large:
            for library in (httpx, requests):
                with self.assertRaisesRegex(ValueError, limit):
                    library.post(URL, **options)
        self.assertEqual(travel_host.calls, [])

    def test_the_url_of_a_response_is_where_the_host_ended(self):
        def moved(*request):
            return 200, travel_host.OTHER + '/moved', [('set-cookie', 'a=1')], b''

        with mock.patch.object(travel_host, 'fetch', moved):
            with httpx.Client() as client:
                self.assertEqual(str(client.get(URL).url), travel_host.OTHER + '/moved')
                self.assertEqual([cookie.domain for cookie in client.cookies.jar], ['localhost.local'])
            self.assertEqual(requests.get(URL).url, travel_host.OTHER + '/moved')
            self.assertEqual(urllib.request.urlopen(URL).url, travel_host.OTHER + '/moved')

    def test_the_url_stays_as_the_program_wrote_it(self):
        def normalized(method, url, headers, body, timeout_ms):
            return 200, 'http://one.example/?a=%C3%BC', [], b''

        with mock.patch.object(travel_host, 'fetch', normalized):
            self.assertEqual(str(httpx.get('http://one.example:80?a=ü').url), 'http://one.example?a=%C3%BC')

    def test_a_boundary_comes_from_the_seeded_random_bytes(self):
        for library in (httpx, requests):
            with mock.patch.object(os, 'urandom', lambda size: bytes(size)):
                library.post(URL, files={'f': b'1'})
            self.assertIn(b'--' + b'00' * 16, self.sent()[3])

    def test_an_unsupported_option_says_what_to_use_instead(self):
        for action, words in [
            (lambda: httpx.Client(proxy='http://p'), 'Leave it out'),
            (lambda: httpx.get(URL, verify=False), 'always checks certificates'),
            (lambda: httpx.AsyncClient(cert='c.pem'), 'Declare a secret'),
            (lambda: httpx.Client(http2=True), 'opens the connection'),
            (lambda: httpx.Client(mounts={'all://': None}), 'send again'),
            (lambda: httpx.HTTPTransport(retries=3), 'send again'),
            (lambda: httpx.create_ssl_context(), 'always checks certificates'),
            (lambda: requests.get(URL, verify='/ca.pem'), 'always checks certificates'),
            (lambda: requests.get(URL, cert='c.pem'), 'Declare a secret'),
            (lambda: requests.get(URL, proxies={'http': 'http://p'}), 'Leave it out'),
            (lambda: requests.auth.HTTPDigestAuth('a', 'b'), 'HTTPBasicAuth'),
            (type('OwnPool', (HTTPAdapter,), {'init_poolmanager': lambda self: None}), 'opens the connection'),
            (lambda: __import__('urllib3').PoolManager(), 'use httpx or requests'),
            (lambda: urllib.request.urlopen(URL, context=object()), 'always checks certificates'),
            (
                lambda: urllib.request.build_opener(urllib.request.ProxyHandler({'http': 'http://p'})).open(URL),
                'Leave it out',
            ),
        ]:
            with self.assertRaisesRegex(NotImplementedError, words):
                action()
        self.assertEqual(travel_host.calls, [])

    def test_a_failed_post_is_not_sent_again(self):
        with requests.Session() as session:
            session.mount('http://', HTTPAdapter(max_retries=Retry(total=2, backoff_factor=0)))
            for method, calls in (('GET', 3), ('POST', 1)):
                travel_host.calls.clear()
                travel_host.rejections[:] = [('NetworkError', 'lost')] * calls
                with self.assertRaises(requests.ConnectionError):
                    session.request(method, URL)
                self.assertEqual(len(travel_host.calls), calls)

    def test_a_retry_waits_longer_each_time_and_as_long_as_the_server_says(self):
        url = travel_host.BASE + '/flaky?failures=9&code=503'
        with requests.Session() as session, mock.patch('time.sleep') as sleep:
            retry = Retry(total=3, backoff_factor=0.5, status_forcelist=[503])
            session.mount('http://', HTTPAdapter(max_retries=retry))
            self.assertRaises(requests.exceptions.RetryError, session.get, url)
            self.assertEqual([call.args[0] for call in sleep.mock_calls], [1.0, 2.0])

    def test_a_withheld_permission_is_not_retried(self):
        with requests.Session() as session:
            session.mount('http://', HTTPAdapter(max_retries=3))
            travel_host.rejections.append(('CapabilityRevoked', 'withheld'))
            self.assertRaises(PermissionError, session.get, URL)
        self.assertEqual(len(travel_host.calls), 1)

    def test_a_cancelled_request_ends_its_client_cleanly(self):
        async def main():
            async with httpx.AsyncClient() as client:
                task = asyncio.ensure_future(client.get(travel_host.BASE + '/meet?of=2'))
                await asyncio.sleep(0)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                return (await client.get(URL)).status_code

        self.assertEqual(asyncio.run(main()), 200)


BARE = """
import sys, types
socket = types.ModuleType('socket')
socket._GLOBAL_DEFAULT_TIMEOUT = object()
sys.modules['socket'] = socket
for name in ('ssl', '_ssl', '_socket', '_hashlib', 'asyncio', 'fcntl', 'select', 'selectors', 'subprocess'):
    sys.modules[name] = None
host = types.ModuleType('travel_host')
host.Rejected = type('Rejected', (Exception,), {})
host.fetch = lambda method, url, *_: (200, url, [('content-type', 'text/plain')], method.encode())
sys.modules['travel_host'] = host
import travel_urllib, httpx, requests, urllib.request
url = 'https://one.example/path'
print(httpx.get(url).text, requests.post(url, files={'f': b'1'}).text, urllib.request.urlopen(url).read().decode())
"""


class Imports(unittest.TestCase):
    def test_one_name_of_socket_is_all_that_the_runtime_must_have_of_a_network(self):
        command = [sys.executable, '-B', '-c', BARE]
        environment = {**os.environ, 'PYTHONPATH': os.path.join(HERE, '..', 'guest')}
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
        self.assertEqual(done.stdout, 'GET POST GET\n')


if __name__ == '__main__':
    unittest.main()
