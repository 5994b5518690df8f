"""What programs do with httpx, requests and urllib.request, as cases with one JSON value each.

The same cases run with the real libraries and with those of the sandbox. `answer_of` is the service that they talk to.
"""

import asyncio
import base64
import io
import json
import os
import tempfile
import urllib.error
import urllib.parse
import urllib.request
import warnings

import httpx
import requests
import requests.adapters

# Headers that depend on the library's version or on the connection.
_NOT_COMPARED = frozenset(
    ['accept-encoding', 'connection', 'content-length', 'host', 'transfer-encoding', 'user-agent']
)


# The service


def answer_of(method, target, headers, body, tries):
    """The answer to one request as `(status, headers, body)`. `tries` counts the requests for each target."""
    parts = urllib.parse.urlsplit(target)
    query = dict(urllib.parse.parse_qsl(parts.query, keep_blank_values=True))
    tries[target] = tries.get(target, 0) + 1
    if parts.path == '/status':
        return int(query['code']), [('Content-Type', 'text/plain')], b'answer'
    if parts.path == '/flaky':
        status = 200 if tries[target] > int(query['failures']) else int(query['code'])
        return status, [('Retry-After', '0')] if 'after' in query else [], str(tries[target]).encode()
    if parts.path == '/redirect':
        return int(query.get('code', 302)), [('Location', query['to'])], b'moved'
    if parts.path == '/loop':
        return 302, [('Location', '/loop')], b''
    if parts.path == '/set-cookies':
        cookies = [('Set-Cookie', f'{name}={value}; Path=/') for name, value in query.items()]
        return 200, [*cookies, ('Content-Type', 'text/plain')], b'set'
    if parts.path == '/scoped-cookie':
        return 200, [('Set-Cookie', 'scoped=1; Path=/only'), ('Set-Cookie', 'gone=1; Path=/; Max-Age=0')], b''
    if parts.path == '/bytes':
        return 200, [('Content-Type', query.get('type', 'application/octet-stream'))], base64.b64decode(query['base64'])
    if parts.path == '/lines':
        return 200, [('Content-Type', 'text/plain; charset=utf-8')], 'eins\nzwölf\r\n\ndrei'.encode()
    if parts.path == '/headers':
        pairs = [('X-Many', 'one'), ('X-Many', 'two'), ('X-Latin', 'caf\xe9')]
        return 200, [*pairs, ('Link', '</p?page=2>; rel="next", </p?page=9>; rel="last"')], b''
    if parts.path == '/challenge':
        allowed = headers_of(headers).get('authorization') == 'Bearer second'
        return (200 if allowed else 401), [('X-Token', 'second')], b'in' if allowed else b'out'
    if parts.path == '/page':
        number = int(query['number'])
        links = [('Link', f'</page?number={number + 1}>; rel="next"')] if number < 3 else []
        return 200, [*links, ('Content-Type', 'application/json')], json.dumps([number, number * 10]).encode()
    if parts.path == '/problem':
        problem = {'title': 'No such flight', 'status': 422}
        return 422, [('Content-Type', 'application/problem+json')], json.dumps(problem).encode()
    if parts.path == '/basic':
        allowed = headers_of(headers).get('authorization') == 'Basic dTpw'
        return (200 if allowed else 401), [('WWW-Authenticate', 'Basic realm="here"')], b'in' if allowed else b'out'
    return 200, [('Content-Type', 'application/json')], json.dumps(echo_of(method, target, headers, body)).encode()


def headers_of(pairs):
    return {name.lower(): value for name, value in pairs}


def echo_of(method, target, headers, body):
    kept = {name: value for name, value in headers_of(headers).items() if name not in _NOT_COMPARED}
    mark = kept.get('content-type', '').partition('boundary=')[2]
    if mark:
        kept['content-type'] = kept['content-type'].replace(mark, 'MARK')
        body = body.replace(mark.encode(), b'MARK')
    return {'method': method, 'target': target, 'headers': dict(sorted(kept.items())), 'body': body.decode('latin-1')}


# The cases

CASES = []


def case(library, title, differs=None):
    """Registers a case. `differs` says what to use instead where the sandbox answers something else on purpose."""

    def register(run):
        CASES.append((library, title, run, differs))
        return run

    return register


def run_all(base, other, closed='http://127.0.0.1:1/'):
    """The value of each case. `base` and `other` are two hosts of the service. At `closed`, no connection succeeds."""
    values = {}
    for library, title, run, _ in CASES:
        context = Context(base, other, closed)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter('ignore')
                value = run(context)
                value = asyncio.run(value) if asyncio.iscoroutine(value) else value
        except Exception as error:
            value = {'unexpected': f'{type(error).__name__}: {error}'}
        text = json.dumps(value)
        for real, shown in ((base, 'http://one.test'), (other, 'http://two.test'), (closed, 'http://closed.test/')):
            text = text.replace(real, shown).replace(urllib.parse.quote(real, safe=''), shown)
        values[f'{library}: {title}'] = json.loads(text)
    return values


class Context:
    def __init__(self, base, other, closed):
        self.base, self.other, self.closed = base, other, closed

    def __call__(self, path):
        return self.base + path

    def redirect(self, to, code=302):
        return f'{self.base}/redirect?{urllib.parse.urlencode({"to": to, "code": code})}'

    def bytes(self, content, kind):
        return (
            f'{self.base}/bytes?{urllib.parse.urlencode({"base64": base64.b64encode(content).decode(), "type": kind})}'
        )


def raised(action, with_message=True):
    try:
        action()
    except Exception as error:
        names = [kind.__name__ for kind in type(error).__mro__ if kind is not object]
        return [names, str(error)] if with_message else names
    return None


def locations(at):
    return (
        'get?x=1',
        '/a b?y=a b',
        at.other.partition(':')[2] + '/get',
        './../get',
        '/get#part',
        '/%zz',
        'nothing://x',
    )


def sent_headers(answer):
    return {name: value for name, value in answer['headers'].items() if name not in ('accept',)}


# httpx

for _verb in ('get', 'post', 'put', 'patch', 'delete', 'head', 'options'):

    @case('httpx', f'`{_verb}()`')
    def _(at, verb=_verb):
        response = getattr(httpx, verb)(at('/anything'))
        return [response.status_code, response.content.decode()]


@case('httpx', 'query parameters: lists, booleans, `None`, spaces and umlauts')
def _(at):
    params = {'a': [1, 2], 'b': True, 'c': None, 'd': 'x y', 'e': 'ü&='}
    return httpx.get(at('/get'), params=params).json()['target']


@case('httpx', 'query parameters replace the query of the URL')
def _(at):
    return [
        httpx.get(at('/get?old=1'), params=params).json()['target']
        for params in ({'new': '2'}, 'raw=3', [('a', 1), ('a', 2)])
    ]


@case('httpx', 'the query of a URL as it is')
def _(at):
    return httpx.get(at('/a b/ü?x=a b&y=%20%zz#part')).json()['target']


@case('httpx', 'request headers')
def _(at):
    return sent_headers(httpx.get(at('/get'), headers={'X-One': '1', 'Accept': 'text/html'}).json())


@case('httpx', 'a header that is not ASCII, or is not text')
def _(at):
    return [raised(lambda: httpx.get(at('/get'), headers={'X': value}), False) for value in ('ü', 1)]


@case('httpx', 'an illegal header, and a header that is set later')
def _(at):
    request = httpx.Request('GET', at('/get'))
    request.headers['X'] = 'ü'
    with httpx.Client() as client:
        sent = sent_headers(client.send(request).json())
    illegal = [{'X': 'a\nb'}, {'a b': '1'}, {'': '1'}]
    return [sent, [raised(lambda: httpx.get(at('/get'), headers=headers)) for headers in illegal]]


@case('httpx', 'a JSON body')
def _(at):
    return httpx.post(at('/post'), json={'a': [1, None, 'ü'], 'b': {'c': 1.5}}).json()


@case('httpx', 'a form body')
def _(at):
    return httpx.post(at('/post'), data={'a': 'x y', 'b': ['1', '2'], 'c': True, 'd': None}).json()


@case('httpx', 'a body of bytes, text, a file or a generator')
def _(at):
    pieces = (piece for piece in (b'one', b'two'))
    return [
        httpx.post(at('/post'), content=content).json()['body']
        for content in (b'\x00\xff', 'ü', io.BytesIO(b'f'), pieces)
    ]


@case('httpx', 'a multipart body of fields and files')
def _(at):
    files = {'f': ('a "b".csv', b'1,2', 'text/csv'), 'g': io.BytesIO(b'raw'), 'h': ('x.json', '{}')}
    answer = httpx.post(at('/post'), data={'k': 'v', 'n': ['1', b'2']}, files=files).json()
    return [answer['headers']['content-type'], answer['body']]


@case('httpx', 'a multipart body with several files of one name')
def _(at):
    files = [('f', ('a.txt', b'1')), ('f', ('b.bin', b'2', None, {'X-Part': 'yes'}))]
    return httpx.post(at('/post'), files=files).json()['body']


@case('httpx', 'basic authentication')
def _(at):
    client = httpx.Client(auth=httpx.BasicAuth('us:er', 'pässword'))
    urls = at('/get').replace('//', '//u:p%20w@')
    return [
        answer.json()['headers'].get('authorization')
        for answer in (
            httpx.get(at('/get'), auth=('user', 'password')),
            client.get(at('/get')),
            client.get(at('/get'), auth=None),
            httpx.get(urls),
        )
    ]


@case('httpx', 'a function as authentication')
def _(at):
    def auth(request):
        request.headers['X-Signed'] = request.method
        return request

    return sent_headers(httpx.get(at('/get'), auth=auth).json())


class _Challenge(httpx.Auth):
    requires_response_body = True

    def auth_flow(self, request):
        response = yield request
        if response.status_code == 401:
            request.headers['Authorization'] = f"Bearer {response.headers['x-token']}"
            yield request


@case('httpx', 'an authentication flow with a second request')
def _(at):
    response = httpx.get(at('/challenge'), auth=_Challenge())
    return [response.text, [(one.status_code, one.text) for one in response.history]]


@case('httpx', 'an authentication flow of an `AsyncClient`')
async def _(at):
    async with httpx.AsyncClient(auth=_Challenge()) as client:
        response = await client.get(at('/challenge'))
        return [response.text, len(response.history)]


@case('httpx', 'a base URL')
def _(at):
    with httpx.Client(base_url=at('/api/v1')) as client:
        return [client.get(path).json()['target'] for path in ('/users', 'users?x=1', '', '../up')]


@case('httpx', 'the settings of a client and of a request')
def _(at):
    with httpx.Client(params={'a': 1, 'b': 1}, headers={'X-A': '1', 'X-B': '1'}, cookies={'c': '1'}) as client:
        answer = client.get(at('/get'), params={'b': 2}, headers={'x-b': '2'}).json()
        client.headers['X-C'] = '3'
        return [answer['target'], sent_headers(answer), sent_headers(client.get(at('/get')).json())]


@case('httpx', 'a client keeps cookies')
def _(at):
    with httpx.Client() as client:
        response = client.get(at('/set-cookies?a=1&b=2'))
        client.get(at('/scoped-cookie'))
        client.cookies.set('own', '3')
        sent = client.get(at('/get')).json()['headers']['cookie']
        return [
            dict(response.cookies),
            sorted(sent.split('; ')),
            sorted(client.cookies),
            client.cookies.get('nothing', 'no'),
        ]


@case('httpx', 'a path restricts a cookie')
def _(at):
    with httpx.Client() as client:
        client.get(at('/scoped-cookie'))
        return [client.get(at(path)).json()['headers'].get('cookie') for path in ('/get', '/only/here')]


@case('httpx', 'a redirect without `follow_redirects`')
def _(at):
    response = httpx.get(at.redirect('/get?x=1'))
    next_request = response.next_request
    return [
        response.status_code,
        response.is_redirect,
        response.has_redirect_location,
        str(next_request.url),
        next_request.method,
    ]


@case('httpx', 'redirects keep or change the method')
def _(at):
    values = []
    for code in (301, 302, 303, 307, 308):
        for method in ('POST', 'PUT', 'HEAD'):
            response = httpx.request(method, at.redirect('/end', code), content=b'body', follow_redirects=True)
            values.append([code, method, response.request.method, response.content.decode()])
    return values


@case('httpx', 'the history of redirects')
def _(at):
    response = httpx.get(at.redirect(at.redirect('/get#part')), follow_redirects=True)
    return [str(response.url), [str(one.url) for one in response.history], [one.text for one in response.history]]


@case('httpx', 'a redirect to another host drops `Authorization`')
def _(at):
    urls = (at.redirect('/get'), at.redirect(at.other + '/get'))
    answers = [
        httpx.get(url, headers={'Authorization': 'secret', 'X-Kept': '1'}, follow_redirects=True).json() for url in urls
    ]
    return [sent_headers(answer) for answer in answers]


@case('httpx', 'a redirect sets and sends cookies')
def _(at):
    with httpx.Client(follow_redirects=True) as client:
        client.get(at('/set-cookies?a=1'))
        return [client.get(at.redirect(to)).json()['headers'].get('cookie') for to in ('/get', at.other + '/get')]


@case('httpx', 'forms of a `Location` header')
def _(at):
    values = []
    for to in locations(at):
        try:
            response = httpx.get(at.redirect(to), follow_redirects=True)
            values.append([str(response.url), response.json()['target']])
        except Exception as error:
            values.append(type(error).__name__)
    return values


@case('httpx', 'too many redirects')
def _(at):
    with httpx.Client(max_redirects=3, follow_redirects=True) as client:
        return [raised(lambda: client.get(at('/loop'))), raised(lambda: httpx.get(at('/loop'), follow_redirects=True))]


@case('httpx', 'event hooks')
def _(at):
    seen = []
    hooks = {
        'request': [lambda request: seen.append([request.method, str(request.url)])],
        'response': [lambda response: seen.append(response.status_code), lambda response: response.raise_for_status()],
    }
    with httpx.Client(event_hooks=hooks, follow_redirects=True) as client:
        client.event_hooks['response'].pop()
        client.get(at.redirect('/get'))
        client.event_hooks['response'].append(lambda response: response.raise_for_status())
        return [seen, raised(lambda: client.get(at('/status?code=404')))]


@case('httpx', 'event hooks of an `AsyncClient`')
async def _(at):
    seen = []

    async def on_request(request):
        seen.append(request.method)

    async def on_response(response):
        await response.aread()
        seen.append(response.text)

    async with httpx.AsyncClient(event_hooks={'request': [on_request], 'response': [on_response]}) as client:
        await client.get(at('/status?code=200'))
    return seen


@case('httpx', '`build_request()` and `send()`')
def _(at):
    with httpx.Client(base_url=at(''), headers={'X-A': '1'}) as client:
        request = client.build_request('POST', '/post', json={'a': 1}, params={'b': 2})
        request.headers['X-B'] = '2'
        answer = client.send(request).json()
        return [repr(request).replace(at.base, ''), request.content.decode(), request.headers['content-length'], answer]


@case('httpx', 'a request of its own')
def _(at):
    with httpx.Client() as client:
        request = httpx.Request('post', at('/post'), data={'a': 'b'})
        return [request.method, sorted(request.headers), client.send(request).json()]


@case('httpx', 'the status of a response')
def _(at):
    names = ('is_success', 'is_redirect', 'is_client_error', 'is_server_error', 'is_error', 'reason_phrase')
    responses = [httpx.get(at(f'/status?code={code}')) for code in (200, 204, 304, 404, 500)]
    return [[getattr(response, name) for name in names] + [repr(response)] for response in responses]


@case('httpx', '`raise_for_status()`')
def _(at):
    values = [raised(httpx.get(at(f'/status?code={code}')).raise_for_status) for code in (200, 404, 503)]
    values.append(raised(httpx.get(at.redirect('/get')).raise_for_status))
    return [*values, httpx.get(at('/get')).raise_for_status().status_code]


@case('httpx', 'the request and the response of an error')
def _(at):
    try:
        httpx.get(at('/status?code=404')).raise_for_status()
    except httpx.HTTPStatusError as error:
        return [str(error.request.url), error.response.status_code, error.response.text]


@case('httpx', 'text in several encodings')
def _(at):
    kinds = [
        ('text/plain; charset=iso-8859-1', 'ü'.encode('latin-1')),
        ('text/plain', 'ü'.encode()),
        ('text/plain', b'\xff'),
        ('text/plain; charset=nonsense', 'ü'.encode()),
        ('application/json', '"ü"'.encode()),
        ('text/html', b''),
    ]
    responses = [httpx.get(at.bytes(content, kind)) for kind, content in kinds]
    return [[response.encoding, response.text, response.charset_encoding] for response in responses]


@case('httpx', 'an encoding of the program')
def _(at):
    response = httpx.get(at.bytes('ü'.encode('latin-1'), 'text/plain'))
    response.encoding = 'latin-1'
    with httpx.Client(default_encoding='cp1252') as client:
        other = client.get(at.bytes(b'\x80', 'text/plain')).text
    return [response.text, other, raised(lambda: setattr(response, 'encoding', 'utf-8'))]


@case('httpx', '`json()` of valid and invalid bodies')
def _(at):
    valid = httpx.get(at.bytes(b'{"a": 1.5}', 'text/plain'))
    invalid = httpx.get(at.bytes(b'<html>', 'text/html'))
    return [valid.json(), valid.json(parse_float=str), raised(invalid.json)]


@case('httpx', 'response headers')
def _(at):
    headers = httpx.get(at('/headers')).headers
    return [
        headers['x-many'],
        headers.get_list('X-Many'),
        headers.get('nothing'),
        'X-LATIN' in headers,
        headers['x-latin'],
        [pair for pair in headers.multi_items() if pair[0].startswith('x-')],
        raised(lambda: headers['nothing']),
    ]


@case('httpx', 'the `Headers` class')
def _(at):
    headers = httpx.Headers([('A', '1'), ('a', '2'), ('B', '3')])
    first = [headers['A'], list(headers), list(headers.items()), len(headers), repr(headers)]
    headers['a'] = '4'
    headers.update({'b': '5', 'C': '6'})
    del headers['c']
    headers.setdefault('D', '7')
    return [
        first,
        headers.multi_items(),
        headers == {'A': '4', 'B': '5', 'd': '7'},
        repr(httpx.Headers({'Authorization': 'x'})),
    ]


@case('httpx', 'the links of a response')
def _(at):
    return httpx.get(at('/headers')).links


@case('httpx', 'the `URL` class')
def _(at):
    url = httpx.URL('https://User:pa%20ss@Example.ORG:443/a/./b/../c d?x=1&y=a b&x=2#frag')
    parts = ('scheme', 'host', 'port', 'path', 'fragment', 'username', 'password', 'is_absolute_url')
    changed = url.copy_with(path='/new', params={'q': '1'}, fragment=None, port=8443)
    return [
        str(url),
        repr(url),
        [getattr(url, part) for part in parts],
        url.query.decode(),
        url.raw_path.decode(),
        url.netloc.decode(),
        str(changed),
        str(url.copy_set_param('x', 3)),
        str(url.copy_add_param('z', 'ü')),
        str(url.copy_remove_param('x')),
        str(url.copy_merge_params({'m': 1})),
    ]


@case('httpx', 'joining and comparing URLs')
def _(at):
    url = httpx.URL('https://example.org/a/b?x=1')
    joined = [str(url.join(other)) for other in ('c', '/c', '../c?y=2', 'https://other.org/', '?z=3')]
    return [
        joined,
        url == 'https://example.org/a/b?x=1',
        url == httpx.URL('https://example.org/'),
        str(httpx.URL('https://example.org')),
        str(httpx.URL('https://bücher.example/')),
        httpx.URL('https://bücher.example/').host,
        str(httpx.URL('http://[::1]:80/')),
    ]


@case('httpx', 'the `QueryParams` class')
def _(at):
    params = httpx.QueryParams('a=1&a=2&b=')
    return [
        str(params),
        dict(params),
        params.multi_items(),
        params.get_list('a'),
        params.get('z', 'no'),
        str(params.set('a', True)),
        str(params.add('a', 3)),
        str(params.remove('a')),
        str(params.merge({'b': None})),
        repr(params),
        'b' in params,
    ]


@case('httpx', 'invalid URLs')
def _(at):
    urls = ('example.org', 'ftp://example.org/', '/path', 'http://exa\nmple.org', 'http://example.org:port/')
    return [raised(lambda: httpx.get(url)) for url in urls]


@case('httpx', 'a failed connection')
def _(at):
    return raised(lambda: httpx.get(at.closed), False)


@case('httpx', 'a timeout')
def _(at):
    timeouts = (0.2, httpx.Timeout(0.2), (0.2, 0.2, 0.2, 0.2))
    return [raised(lambda: httpx.get(at('/never'), timeout=timeout), False) for timeout in timeouts]


@case('httpx', 'the request of a failed connection')
def _(at):
    try:
        httpx.post(at.closed)
    except httpx.RequestError as error:
        return [error.request.method, str(error.request.url)]


@case('httpx', 'the `Timeout` class')
def _(at):
    timeouts = (
        httpx.Timeout(5),
        httpx.Timeout(5, read=None),
        httpx.Timeout(connect=1, read=2, write=3, pool=4),
        httpx.Timeout(None),
    )
    return [[repr(timeout), timeout.read] for timeout in timeouts] + [raised(lambda: httpx.Timeout(read=1))]


@case('httpx', '`stream()` and its iterators')
def _(at):
    values = []
    for name in ('iter_lines', 'iter_text', 'iter_bytes', 'iter_raw'):
        with httpx.stream('GET', at('/lines')) as response:
            pieces = list(getattr(response, name)())
            values.append(
                pieces if name == 'iter_lines' else [''.join(p if isinstance(p, str) else p.decode() for p in pieces)]
            )
    return values


@case('httpx', 'chunks of a size')
def _(at):
    response = httpx.get(at('/lines'))
    return [[len(piece) for piece in response.iter_bytes(6)], [len(piece) for piece in response.iter_text(6)]]


@case('httpx', 'mistakes with a stream')
def _(at):
    with httpx.Client() as client:
        with client.stream('GET', at('/lines')) as response:
            unread = raised(lambda: response.text)
            list(response.iter_bytes())
            twice = raised(lambda: list(response.iter_bytes()), False)
        with client.stream('GET', at('/lines')) as response:
            read = response.read().decode()
            again = len(list(response.iter_bytes()))
        with client.stream('GET', at('/lines')) as response:
            pass
        return [unread, twice, read, again, raised(response.read)]


@case('httpx', '`elapsed`')
def _(at):
    with httpx.Client() as client, client.stream('GET', at('/get')) as response:
        before = raised(lambda: response.elapsed)
        response.read()
        return [before, response.elapsed.total_seconds() >= 0]


@case('httpx', '`AsyncClient`')
async def _(at):
    async with httpx.AsyncClient(base_url=at(''), headers={'X-A': '1'}) as client:
        answer = (await client.post('/post', json={'a': 1})).json()
        redirected = await client.get(at.redirect('/get'), follow_redirects=True)
        return [answer, str(redirected.url), client.is_closed]


@case('httpx', '`AsyncClient.stream()`')
async def _(at):
    async with httpx.AsyncClient() as client:
        async with client.stream('GET', at('/lines')) as response:
            lines = [line async for line in response.aiter_lines()]
        async with client.stream('GET', at('/lines')) as response:
            return [lines, (await response.aread()).decode()]


@case('httpx', 'an asynchronous generator as a body')
async def _(at):
    async def pieces():
        yield b'one'
        yield b'two'

    async with httpx.AsyncClient() as client:
        return (await client.post(at('/post'), content=pieces())).json()['body']


@case('httpx', '`asyncio.gather()` sends requests side by side')
async def _(at):
    async with httpx.AsyncClient(timeout=30) as client:
        answers = await asyncio.gather(*[client.get(at(f'/meet?of=3&name={name}')) for name in 'abc'])
        return [answer.json()['target'] for answer in answers]


@case('httpx', 'one failure among requests side by side')
async def _(at):
    async with httpx.AsyncClient() as client:
        answers = await asyncio.gather(client.get(at('/get')), client.get(at.closed), return_exceptions=True)
        return [type(answer).__name__ for answer in answers]


@case('httpx', 'a closed client')
def _(at):
    client = httpx.Client()
    client.close()
    return [client.is_closed, raised(lambda: client.get(at('/get')))]


@case('httpx', 'options that a method does not take')
def _(at):
    return [
        raised(lambda: httpx.get(at('/get'), json={}), False),
        raised(lambda: httpx.Client().delete(at('/get'), data={}), False),
        raised(lambda: httpx.get(at('/get'), nonsense=1), False),
    ]


@case('httpx', 'a response made by a program')
def _(at):
    response = httpx.Response(201, json={'a': 1}, request=httpx.Request('GET', 'https://example.org'))
    return [
        response.json(),
        response.text,
        dict(response.headers),
        str(response.url),
        httpx.Response(200, text='ü').content.decode(),
        raised(httpx.Response(500).raise_for_status),
        raised(lambda: httpx.Response(200).request),
    ]


@case('httpx', '`httpx.codes`')
def _(at):
    return [
        httpx.codes.NOT_FOUND == 404,
        httpx.codes.ok == 200,
        httpx.codes.is_error(500),
        httpx.codes.get_reason_phrase(404),
        str(httpx.codes.OK),
        httpx.codes(503).name,
    ]


@case('httpx', '`limits=` and `http1=` are accepted')
def _(at):
    limits = httpx.Limits(max_connections=5, max_keepalive_connections=2)
    with httpx.Client(limits=limits, verify=True, http1=True, trust_env=False) as client:
        return client.get(at('/get')).status_code


@case('httpx', 'a proxy', differs='The host opens the connections, so leave `proxy` out.')
def _(at):
    return raised(lambda: httpx.Client(proxy='http://127.0.0.1:1'), False)


@case('httpx', '`verify=False`', differs='The host always checks certificates, so leave `verify` out.')
def _(at):
    return raised(lambda: httpx.Client(verify=False), False)


@case(
    'httpx',
    '`transport=`, `mounts=` and HTTP/2',
    differs='Leave them out. To retry, catch `httpx.TransportError` and send again.',
)
def _(at):
    return [
        raised(lambda: httpx.Client(transport=httpx.HTTPTransport(retries=1)), False),
        raised(lambda: httpx.Client(mounts={'all://': None}), False),
    ]


@case('httpx', '`DigestAuth`', differs='Use `BasicAuth`, or set the `Authorization` header.')
def _(at):
    return raised(lambda: httpx.DigestAuth('a', 'b'), False)


@case('httpx', 'pages that a `Link` header connects')
def _(at):
    found, url = [], httpx.URL(at('/page?number=1'))
    with httpx.Client() as client:
        while url:
            response = client.get(url).raise_for_status()
            found += response.json()
            following = response.links.get('next')
            url = following and response.url.join(following['url'])
    return found


@case('httpx', 'a problem in the body of an error')
def _(at):
    try:
        httpx.get(at('/problem')).raise_for_status()
    except httpx.HTTPError as error:
        return [error.response.json(), error.response.headers['content-type'], error.response.encoding]


@case('httpx', 'many requests with a semaphore')
async def _(at):
    slots = asyncio.Semaphore(2)
    async with httpx.AsyncClient(base_url=at('')) as client:

        async def get(number):
            async with slots:
                return (await client.get('/get', params={'n': number})).json()['target']

        return await asyncio.gather(*map(get, range(5)))


@case('httpx', 'a download into a file, and an upload of it')
def _(at):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'lines.txt')
        with open(path, 'wb') as file, httpx.stream('GET', at('/lines')) as response:
            for piece in response.iter_bytes():
                file.write(piece)
        with open(path, 'rb') as file:
            sent = httpx.post(at('/post'), files={'upload': file}).json()['body']
        with open(path, 'rb') as file:
            return [sent, httpx.put(at('/put'), content=file).json()['body']]


@case('httpx', 'a token of one request for the next ones')
def _(at):
    class Token(httpx.Auth):
        requires_response_body = True

        def __init__(self):
            self.token = None

        def auth_flow(self, request):
            if self.token is None:
                answer = yield httpx.Request('POST', at('/post'), data={'grant_type': 'client_credentials'})
                self.token = answer.json()['method']
            request.headers['Authorization'] = f'Bearer {self.token}'
            yield request

    with httpx.Client(auth=Token()) as client:
        return [client.get(at('/get')).json()['headers']['authorization'] for _ in range(2)]


@case('httpx', 'the `Cookies` class')
def _(at):
    cookies = httpx.Cookies({'a': '1'})
    cookies.set('b', '2', domain='one.example', path='/p')
    cookies.set('b', '3', domain='two.example')
    values = [
        cookies['a'],
        cookies.get('b', domain='two.example'),
        raised(lambda: cookies.get('b')),
        len(cookies),
        sorted(cookies),
    ]
    cookies.delete('b', domain='one.example')
    del cookies['a']
    return [*values, dict(cookies), 'a' in cookies, bool(httpx.Cookies()), raised(lambda: cookies['a'])]


@case('httpx', 'settings of a client changed later')
def _(at):
    with httpx.Client() as client:
        client.base_url, client.params, client.auth = at('/v2'), {'k': '1'}, ('u', 'p')
        client.headers = {'X-Only': '1'}
        client.cookies = {'c': '1'}
        client.timeout = 9
        answer = client.get('users').json()
        return [
            answer['target'],
            answer['headers'],
            repr(client.timeout),
            str(client.base_url) == at('/v2/'),
            str(client.params),
        ]


@case('httpx', 'a redirect of a request with a body and files')
def _(at):
    url = at.redirect('/end', 307)
    answers = [
        httpx.post(url, follow_redirects=True, **body).json() for body in ({'json': {'a': 1}}, {'files': {'f': b'1'}})
    ]
    return [[answer['method'], answer['body']] for answer in answers]


@case('httpx', '`next_request` sent by the program')
def _(at):
    with httpx.Client() as client:
        response = client.post(at.redirect('/get', 303), json={'a': 1}, headers={'X-Kept': '1'})
        return client.send(response.next_request).json()


# requests

for _verb in ('get', 'post', 'put', 'patch', 'delete', 'head', 'options'):

    @case('requests', f'`{_verb}()`')
    def _(at, verb=_verb):
        response = getattr(requests, verb)(at('/anything'))
        return [response.status_code, response.text]


@case('requests', 'query parameters: lists, booleans, `None`, spaces and umlauts')
def _(at):
    params = {'a': [1, 2], 'b': True, 'c': None, 'd': 'x y', 'e': 'ü&='}
    urls = [
        requests.get(at('/get?old=1'), params=given).json()['target']
        for given in (params, 'raw=3', [('a', 1), ('a', 2)])
    ]
    return [*urls, requests.get(at('/a b/./c/../ü?x=a b&y=%20%zz#part')).json()['target']]


@case('requests', 'JSON, form and raw bodies')
def _(at):
    pieces = (piece for piece in (b'one', b'two'))
    bodies = [
        {'json': {'a': ['ü', None]}},
        {'data': {'a': 'x y', 'b': [1, 2], 'c': None}},
        {'data': [('a', 1), ('a', 2)]},
        {'data': 'a=ü'},
        {'data': b'\xff'},
        {'data': io.BytesIO(b'file')},
        {'data': pieces},
        {'data': {}, 'json': {}},
        {'json': []},
    ]
    return [requests.post(at('/post'), **body).json() for body in bodies]


@case('requests', 'a multipart body of fields and files')
def _(at):
    files = {'f': ('a "b".csv', b'1,2', 'text/csv', {'X-Part': 'y'}), 'g': io.BytesIO(b'raw'), 'h': 'text'}
    answer = requests.post(at('/post'), data={'k': 'v', 'n': ['1', b'2']}, files=files).json()
    return [answer['headers']['content-type'], answer['body']]


@case('requests', 'headers, and a `None` that removes one')
def _(at):
    with requests.Session() as session:
        session.headers.update({'X-A': '1', 'X-B': '1'})
        return sent_headers(session.get(at('/get'), headers={'x-b': '2', 'X-A': None, 'X-C': b'3'}).json())


@case('requests', 'invalid headers')
def _(at):
    return [raised(lambda: requests.get(at('/get'), headers={'X': value}), False) for value in (1, 'a\r\nb', ' a')]


@case('requests', 'authentication')
def _(at):
    class Token(requests.auth.AuthBase):
        def __call__(self, request):
            request.headers['Authorization'] = 'Bearer token'
            return request

    auths = (('us', 'pä'), requests.auth.HTTPBasicAuth('a', 'b'), Token(), lambda request: request)
    sent = [requests.get(at('/get'), auth=auth).json()['headers'].get('authorization') for auth in auths]
    return [*sent, requests.get(at('/get').replace('//', '//u:p%20w@')).json()['headers'].get('authorization')]


@case('requests', 'a session keeps cookies')
def _(at):
    with requests.Session() as session:
        response = session.get(at('/set-cookies?a=1&b=2'))
        session.cookies.set('own', '3')
        sent = session.get(at('/get'), cookies={'once': '4'}).json()['headers']['cookie']
        return [
            response.cookies.get_dict(),
            sorted(sent.split('; ')),
            sorted(session.cookies.keys()),
            session.cookies['a'],
            requests.get(at('/get'), cookies={'x': 'y'}).json()['headers']['cookie'],
        ]


@case('requests', 'redirects keep or change the method')
def _(at):
    values = []
    for code in (301, 302, 303, 307, 308):
        for method in ('POST', 'PUT', 'HEAD'):
            response = requests.request(method, at.redirect('/end', code), data={'a': 'b'})
            values.append([code, method, response.request.method, response.text])
    return values


@case('requests', 'the history of redirects')
def _(at):
    response = requests.get(at.redirect(at.redirect('/get#part')))
    still = requests.get(at.redirect('/get?x=1'), allow_redirects=False)
    return [
        response.url,
        [one.url for one in response.history],
        still.status_code,
        still.is_redirect,
        still.next.url,
        requests.head(at.redirect('/get')).status_code,
    ]


@case('requests', 'functions of `requests.utils` and `requests.compat`')
def _(at):
    jar = requests.utils.cookiejar_from_dict({'a': '1'})
    return [
        requests.utils.quote('a b'),
        requests.compat.urljoin('http://a/b', 'c'),
        requests.utils.dict_from_cookiejar(jar),
        [requests.utils.requote_uri(url) for url in ('http://a/b c', 'http://a/%41%20', 'http://a/%zz')],
    ]


@case('requests', 'urllib3 from `requests.packages`')
def _(at):
    from requests.packages.urllib3.util.retry import Retry

    requests.packages.urllib3.disable_warnings(requests.packages.urllib3.exceptions.InsecureRequestWarning)
    return [Retry(total=3).total, requests.adapters.Retry is Retry]


@case('requests', 'the `CaseInsensitiveDict` class')
def _(at):
    headers = requests.structures.CaseInsensitiveDict({'A-b': '1'})
    headers['c'] = '2'
    headers['a-B'] = '3'
    return [
        dict(headers),
        headers['A-B'],
        'C' in headers,
        headers == {'A-B': '3', 'C': '2'},
        list(headers.copy().lower_items()),
    ]


@case('requests', 'a redirect to another host drops `Authorization`')
def _(at):
    urls = (at.redirect('/get'), at.redirect(at.other + '/get'))
    return [sent_headers(requests.get(url, headers={'Authorization': 'x', 'X-Kept': '1'}).json()) for url in urls]


@case('requests', 'a redirect sets and sends cookies')
def _(at):
    with requests.Session() as session:
        session.get(at('/set-cookies?a=1'))
        return [session.get(at.redirect(to)).json()['headers'].get('cookie') for to in ('/get', at.other + '/get')]


@case('requests', 'forms of a `Location` header')
def _(at):
    values = []
    for to in locations(at):
        try:
            response = requests.get(at.redirect(to))
            values.append([response.url, response.json()['target']])
        except Exception as error:
            values.append(type(error).__name__)
    return values


@case('requests', 'too many redirects')
def _(at):
    with requests.Session() as session:
        session.max_redirects = 3
        return raised(lambda: session.get(at('/loop')))


@case('requests', 'the status of a response')
def _(at):
    responses = [requests.get(at(f'/status?code={code}')) for code in (200, 304, 404, 503)]
    return [[one.ok, bool(one), one.reason, repr(one), raised(one.raise_for_status)] for one in responses] + [
        requests.codes.ok,
        requests.codes.NOT_FOUND,
    ]


@case('requests', 'text in several encodings')
def _(at):
    kinds = [
        ('text/plain; charset=ISO-8859-1', 'ü'.encode('latin-1')),
        ('text/plain', 'ü'.encode()),
        ('application/json', '"ü"'.encode()),
        ('application/json; charset=latin-1', '"ü"'.encode('latin-1')),
        ('text/plain; charset=nonsense', b'a'),
    ]
    responses = [requests.get(at.bytes(content, kind)) for kind, content in kinds]
    return [[response.encoding, response.text] for response in responses]


@case(
    'requests', 'text without a charset that is not UTF-8', differs='Set `response.encoding`. Only UTF-8 is recognized.'
)
def _(at):
    text = 'Привет, мир! Это обычный русский текст, достаточно длинный, чтобы угадать кодировку.'
    return requests.get(at.bytes(text.encode('cp1251'), 'application/octet-stream')).text


@case('requests', '`json()` of valid and invalid bodies')
def _(at):
    valid = requests.get(at.bytes(b'{"a": 1.5}', 'application/octet-stream'))
    invalid = requests.get(at.bytes(b'<html>', 'text/html'))
    kinds = (requests.exceptions.JSONDecodeError, requests.RequestException, ValueError)
    try:
        invalid.json()
    except ValueError as error:
        return [valid.json(), valid.json(parse_float=str), [isinstance(error, kind) for kind in kinds], str(error)]


@case('requests', 'response headers and links')
def _(at):
    response = requests.get(at('/headers'))
    return [
        response.headers['x-many'],
        response.headers.get('nothing'),
        'X-LATIN' in response.headers,
        response.headers['x-latin'],
        response.links,
    ]


@case('requests', '`iter_content()` and `iter_lines()`')
def _(at):
    with requests.get(at('/lines'), stream=True) as response:
        lines = [line.decode() for line in response.iter_lines()]
    pieces = requests.get(at('/lines'), stream=True).iter_content(chunk_size=6)
    return [lines, [len(piece) for piece in pieces], list(requests.get(at('/lines')).iter_lines(decode_unicode=True))]


@case('requests', '`raw.read()`')
def _(at):
    return requests.get(at('/lines'), stream=True).raw.read(4).decode()


@case('requests', 'prepared requests')
def _(at):
    with requests.Session() as session:
        session.params = {'s': '1'}
        prepared = session.prepare_request(requests.Request('post', at('/post'), json={'a': 1}, params={'b': 2}))
        prepared.headers['X-A'] = '1'
        alone = requests.Request('GET', at('/get'), params={'q': 'x y'}).prepare()
        return [
            prepared.method,
            prepared.url,
            prepared.path_url,
            prepared.body.decode(),
            session.send(prepared).json(),
            alone.url,
        ]


@case('requests', 'response hooks')
def _(at):
    seen = []
    requests.get(at.redirect('/get'), hooks={'response': lambda response, **_: seen.append(response.status_code)})
    with requests.Session() as session:
        session.hooks['response'].append(lambda response, **_: response.raise_for_status())
        return [seen, raised(lambda: session.get(at('/status?code=404')))]


@case('requests', 'invalid URLs')
def _(at):
    urls = ('example.org', 'ftp://example.org/', '/path', 'http://', 'http://example.org:port/')
    return [raised(lambda: requests.get(url), False) for url in urls] + [raised(lambda: requests.get('example.org'))]


@case('requests', 'a failed connection')
def _(at):
    try:
        requests.post(at.closed)
    except requests.exceptions.ConnectionError as error:
        return [
            type(error).__name__,
            error.request.method,
            error.request.url,
            isinstance(error, requests.RequestException),
        ]


@case('requests', 'a timeout')
def _(at):
    return [raised(lambda: requests.get(at('/never'), timeout=timeout), False) for timeout in (0.2, (3, 0.2))] + [
        raised(lambda: requests.get(at('/get'), timeout=0), False)
    ]


@case('requests', '`Retry` for statuses')
def _(at):
    from urllib3.util import Retry

    with requests.Session() as session:
        retry = Retry(total=3, backoff_factor=0, status_forcelist=[503])
        session.mount(at.base, requests.adapters.HTTPAdapter(max_retries=retry))
        return [
            session.get(at('/flaky?failures=2&code=503&case=a')).text,
            session.post(at('/flaky?failures=1&code=503&case=b')).status_code,
            raised(lambda: session.get(at('/flaky?failures=9&code=503&case=c')), False),
        ]


@case('requests', '`Retry` without `raise_on_status`, and with `Retry-After`')
def _(at):
    from urllib3.util.retry import Retry

    with requests.Session() as session:
        session.mount(
            at.base,
            requests.adapters.HTTPAdapter(max_retries=Retry(total=2, status_forcelist=[503], raise_on_status=False)),
        )
        return [
            session.get(at('/flaky?failures=9&code=503&case=d')).text,
            session.get(at('/flaky?failures=1&code=429&after=1&case=e')).text,
        ]


@case('requests', 'an adapter of the program')
def _(at):
    class WithHeader(requests.adapters.HTTPAdapter):
        def send(self, request, **kwargs):
            request.headers['X-Adapter'] = 'yes'
            return super().send(request, **kwargs)

    with requests.Session() as session:
        session.mount(at.base, WithHeader())
        return sent_headers(session.get(at('/get')).json())


@case('requests', '`verify=False`', differs='The host always checks certificates, so leave `verify` out.')
def _(at):
    return raised(lambda: requests.get(at('/get'), verify=False), False)


@case('requests', '`proxies=`', differs='The host opens the connections, so leave `proxies` out.')
def _(at):
    return raised(lambda: requests.get(at('/get'), proxies={'https': 'http://127.0.0.1:1'}), False)


@case('requests', '`HTTPDigestAuth`', differs='Use `HTTPBasicAuth`, or set the `Authorization` header.')
def _(at):
    return raised(lambda: requests.auth.HTTPDigestAuth('a', 'b'), False)


@case('requests', 'pages that a `Link` header connects')
def _(at):
    found, url = [], at('/page?number=1')
    while url:
        response = requests.get(url, timeout=10)
        response.raise_for_status()
        found += response.json()
        url = response.links.get('next') and requests.compat.urljoin(response.url, response.links['next']['url'])
    return found


@case('requests', 'a problem in the body of an error')
def _(at):
    try:
        requests.get(at('/problem')).raise_for_status()
    except requests.exceptions.RequestException as error:
        return [error.response.json(), error.response.status_code, error.request.method]


@case('requests', 'a download into a file, and an upload of it')
def _(at):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'lines.txt')
        with open(path, 'wb') as file, requests.get(at('/lines'), stream=True) as response:
            for piece in response.iter_content(chunk_size=8192):
                file.write(piece)
        with open(path, 'rb') as file:
            sent = requests.post(at('/post'), files={'upload': file}).json()['body']
        with open(path, 'rb') as file:
            return [sent, requests.put(at('/put'), data=file).json()['body']]


@case('requests', 'the `RequestsCookieJar` class')
def _(at):
    jar = requests.cookies.RequestsCookieJar()
    jar.set('a', '1')
    jar.set('b', '2', domain='one.example', path='/p')
    jar.update({'c': '3'})
    values = [
        jar['a'],
        jar.get('b'),
        jar.get('z', 'no'),
        sorted(jar.keys()),
        sorted(jar.items()),
        jar.get_dict(domain='one.example'),
    ]
    del jar['a']
    return [*values, 'a' in jar, 'b' in jar, sorted(jar.copy().get_dict()), raised(lambda: jar['a'], False)]


@case('requests', 'a redirect of a request with a body')
def _(at):
    return [requests.post(at.redirect('/end', code), json={'a': 1}).json() for code in (302, 307)]


@case('requests', 'settings of a session')
def _(at):
    with requests.Session() as session:
        session.auth, session.params = ('u', 'p'), {'k': '1', 'l': '2'}
        session.headers = {'X-Only': '1'}
        session.cookies.update({'c': '1'})
        answer = session.get(at('/get'), params={'l': None, 'm': '3'}).json()
        own = session.get(at('/get'), auth=('a', 'b'), headers={'X-Only': None}).json()
        return [answer['target'], sent_headers(answer), sent_headers(own)]


# urllib.request


@case('urllib', '`urlopen()`')
def _(at):
    with urllib.request.urlopen(at('/get?x=1')) as response:
        value = [
            response.status,
            response.reason,
            response.geturl(),
            response.getcode(),
            response.headers['content-type'],
        ]
        return [*value, response.getheader('Content-Type'), json.load(response)]


@case('urllib', '`Request` with headers, data and a method')
def _(at):
    requests_ = [
        urllib.request.Request(at('/post'), data=b'a=b'),
        urllib.request.Request(
            at('/put'), data=b'{}', method='PUT', headers={'Content-Type': 'application/json', 'X-Api-Key': 'k'}
        ),
    ]
    return [json.load(urllib.request.urlopen(request)) for request in requests_]


@case('urllib', '`urlopen()` with data')
def _(at):
    return json.load(urllib.request.urlopen(at('/post'), data=urllib.parse.urlencode({'a': 'ü'}).encode(), timeout=10))


@case('urllib', 'an error status')
def _(at):
    try:
        urllib.request.urlopen(at('/status?code=404'))
    except urllib.error.HTTPError as error:
        return [error.code, error.reason, str(error), error.read().decode(), error.headers['content-type'], error.url]


@case('urllib', 'redirects')
def _(at):
    with urllib.request.urlopen(at.redirect('/get?x=1')) as response:
        return [response.url, json.load(response)['target'], raised(lambda: urllib.request.urlopen(at('/loop')), False)]


@case('urllib', 'lines and parts of an answer')
def _(at):
    with urllib.request.urlopen(at('/lines')) as response:
        lines = [line.decode() for line in response]
    with urllib.request.urlopen(at('/lines')) as response:
        return [lines, response.read(4).decode(), response.readline().decode(), response.info().get_content_charset()]


@case('urllib', 'several headers of one name')
def _(at):
    with urllib.request.urlopen(at('/headers')) as response:
        return [response.headers.get_all('X-Many'), response.getheader('x-many'), response.getheader('nothing', 'no')]


@case('urllib', 'an opener with cookies, headers and basic authentication')
def _(at):
    import http.cookiejar

    jar = http.cookiejar.CookieJar()
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    passwords.add_password(None, at(''), 'u', 'p')
    opener = urllib.request.build_opener(
        urllib.request.HTTPCookieProcessor(jar), urllib.request.HTTPBasicAuthHandler(passwords)
    )
    opener.addheaders = [('X-Own', '1')]
    opener.open(at('/set-cookies?a=1'))
    return [sent_headers(json.load(opener.open(at('/get')))), opener.open(at('/basic')).read().decode()]


@case('urllib', '`install_opener()` and `urlretrieve()`')
def _(at):
    urllib.request.install_opener(urllib.request.build_opener())
    path, headers = urllib.request.urlretrieve(at('/lines'))
    with open(path, 'rb') as file:
        content = file.read().decode()
    urllib.request.urlcleanup()
    return [content, headers['content-type']]


@case('urllib', 'a failed connection')
def _(at):
    try:
        urllib.request.urlopen(at.closed)
    except urllib.error.URLError as error:
        return [type(error).__name__, isinstance(error.reason, OSError)]


@case('urllib', 'a timeout')
def _(at):
    return raised(lambda: urllib.request.urlopen(at('/never'), timeout=0.2), False)


@case('urllib', 'an unknown scheme')
def _(at):
    return raised(lambda: urllib.request.urlopen('gopher://example.org/'))


@case('urllib', '`data:` URLs')
def _(at):
    return urllib.request.urlopen('data:text/plain,hello').read().decode()
