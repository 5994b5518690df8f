/** Input from a hostile program, and a part of the expected reason. One character is one byte. */
export type Attack = readonly [what: string, bytes: string, reason: string]

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
const host = 'Host: api.example.com\r\n'
/** A request line and a Host header. `rest`: further headers, and the body. */
const request = (line: string, rest = '\r\n') => `${line} HTTP/1.1\r\n${host}${rest}`
const post = (rest: string) => request('POST /', rest)
const chunked = (body: string) => post(`Transfer-Encoding: chunked\r\n\r\n${body}`)
const withHost = (...values: string[]) =>
  `GET / HTTP/1.1\r\n${values.map((value) => `Host: ${latin1(value)}\r\n`).join('')}\r\n`

/** Requests that two parsers could read differently. */
export const smuggling: readonly Attack[] = [
  ['CL.TE', post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG'), 'malformed'],
  ['TE.CL', post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\nGPOST'), 'malformed'],
  ['a coding that resembles chunked', post('Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'), 'transfer coding'],
  ['chunked in quotes', post('Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n'), 'transfer coding'],
  ['identity', post('Transfer-Encoding: identity\r\n\r\nabc'), 'transfer coding'],
  ['gzip below chunked', post('Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'), 'transfer coding'],
  ['chunked twice', post('Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n'), 'malformed'],
  ['an empty item before chunked', post('Transfer-Encoding: ,chunked\r\n\r\n0\r\n\r\n'), 'transfer coding'],
  [
    'two codings, chunked first',
    post('Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n'),
    'malformed',
  ],
  [
    'two codings, chunked last',
    post('Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    'transfer coding',
  ],
  ['an empty coding and a length', post('Transfer-Encoding:\r\nContent-Length: 3\r\n\r\nabc'), 'malformed'],
  ['a space before the colon', post('Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'), 'malformed'],
  ['a vertical tab before chunked', post('Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n'), 'malformed'],
  ['a folded coding', post('Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n'), 'malformed'],
  ['a coding folded into another header', post('X: y\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n'), 'malformed'],
  ['two equal lengths', post('Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc'), 'malformed'],
  ['two lengths', post('Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc'), 'malformed'],
  ['lengths in a list', post('Content-Length: 3, 3\r\n\r\nabc'), 'malformed'],
  ['a signed length', post('Content-Length: +3\r\n\r\nabc'), 'malformed'],
  ['a negative length', post('Content-Length: -3\r\n\r\nabc'), 'malformed'],
  ['a hexadecimal length', post('Content-Length: 0x3\r\n\r\nabc'), 'malformed'],
  ['a length with a space', post('Content-Length: 3 3\r\n\r\nabc'), 'malformed'],
  ['a length that overflows', post('Content-Length: 99999999999999999999999\r\n\r\nabc'), 'malformed'],
  ['an empty length', post('Content-Length:\r\n\r\nabc'), 'malformed'],
  ['LF for all line ends', 'GET / HTTP/1.1\nHost: api.example.com\n\n', 'malformed'],
  ['LF after the request line', `GET / HTTP/1.1\n${host}\r\n`, 'malformed'],
  ['LF after a header', 'GET / HTTP/1.1\r\nHost: api.example.com\nX: y\r\n\r\n', 'malformed'],
  ['LF at the end of the head', `GET / HTTP/1.1\r\n${host}\n`, 'malformed'],
  ['CR alone', 'GET / HTTP/1.1\r\nHost: api.example.com\rX: y\r\n\r\n', 'malformed'],
  ['a folded header', request('GET /', 'X: y\r\n z\r\n\r\n'), 'malformed'],
  ['a space before the first header', `GET / HTTP/1.1\r\n X: y\r\n${host}\r\n`, 'malformed'],
  ['NUL in a value', request('GET /', 'X: y\0z\r\n\r\n'), 'malformed'],
  ['NUL in a name', request('GET /', 'X\0: y\r\n\r\n'), 'malformed'],
  ['a space in a name', request('GET /', 'X Y: z\r\n\r\n'), 'malformed'],
  ['a header without a colon', request('GET /', 'XY\r\n\r\n'), 'malformed'],
  ['a header without a name', request('GET /', ': y\r\n\r\n'), 'malformed'],
  ['LF after a chunk size', chunked('3\nabc\r\n0\r\n\r\n'), 'malformed'],
  ['LF after a chunk', chunked('3\r\nabc\n0\r\n\r\n'), 'malformed'],
  ['a chunk longer than its size', chunked('3\r\nabcX\r\n0\r\n\r\n'), 'malformed'],
  ['a negative chunk size', chunked('-3\r\nabc\r\n0\r\n\r\n'), 'malformed'],
  ['a chunk size with 0x', chunked('0x3\r\nabc\r\n0\r\n\r\n'), 'malformed'],
  ['a chunk size with a space', chunked('3 \r\nabc\r\n0\r\n\r\n'), 'malformed'],
  ['a chunk size that overflows', chunked('fffffffffffffffff\r\nabc\r\n0\r\n\r\n'), 'malformed'],
  ['LF in a chunk extension', chunked('3;a\nb\r\nabc\r\n0\r\n\r\n'), 'malformed'],
  ['headers after the body', chunked('3\r\nabc\r\n0\r\nHost: evil.example\r\n\r\n'), 'trailers'],
  ['data after Connection: close', `${request('GET /', 'Connection: close\r\n\r\n')}GET /admin HTTP/1.1`, 'malformed'],
]

/** Requests for something other than a response of the host, for example a tunnel or another protocol. */
export const targets: readonly Attack[] = [
  ['an absolute target', request('GET https://api.example.com/'), 'the target'],
  ['an absolute target on another host', request('GET http://evil.example/'), 'the target'],
  ['an asterisk', request('OPTIONS *'), 'the target'],
  ['a fragment', request('GET /a#b'), 'the target'],
  ['a target without a slash', request('GET ?a'), 'malformed'],
  ['a byte that is not ASCII', request('GET /\xe9'), 'malformed'],
  ['a control character', request('GET /\x01'), 'malformed'],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', 'CONNECT'],
  ['CONNECT to the host itself', `CONNECT api.example.com:443 HTTP/1.1\r\n${host}\r\n`, 'CONNECT'],
  [
    'a WebSocket',
    request('GET /', 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n'),
    'Upgrade',
  ],
  [
    'HTTP/2 in cleartext (h2c)',
    request('GET /', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAA\r\n\r\n'),
    'Upgrade',
  ],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'malformed'],
  ['an unknown version', `GET / HTTP/1.2\r\n${host}\r\n`, 'malformed'],
  ['an unknown method', request('FOO /'), 'malformed'],
  ['another protocol than HTTP', 'EHLO api.example.com\r\n', 'malformed'],
]

/** Requests for another host than the TLS server name. */
export const hosts: readonly Attack[] = [
  ['no Host', withHost(), '0 Host headers'],
  ['two Hosts', withHost('api.example.com', 'evil.example'), '2 Host headers'],
  [
    'a second Host beyond Node’s header limit',
    `GET / HTTP/1.1\r\n${host}${'X: y\r\n'.repeat(2100)}Host: evil.example\r\n\r\n`,
    '2 Host headers',
  ],
  ['two equal Hosts', withHost('api.example.com', 'api.example.com'), '2 Host headers'],
  ['an undeclared Host', withHost('evil.example'), 'Host "evil.example" in a connection to api.example.com'],
  ['another declared Host', withHost('other.example.com'), 'Host "other.example.com"'],
  ['the name with a trailing dot', withHost('api.example.com.'), 'Host "api.example.com."'],
  ['the name with another port', withHost('api.example.com:8443'), 'Host "api.example.com:8443"'],
  ['the name with an empty port', withHost('api.example.com:'), 'Host "api.example.com:"'],
  ['user-info', withHost('api.example.com@evil.example'), 'Host "api.example.com@evil.example"'],
  ['user-info that looks like a port', withHost('api.example.com:443@evil.example'), 'Host "api'],
  ['a list', withHost('api.example.com, evil.example'), 'Host "api.example.com, evil.example"'],
  ['an IPv4 address', withHost('127.0.0.1'), 'Host "127.0.0.1"'],
  ['an IPv6 address', withHost('[::1]'), 'Host "[::1]"'],
  ['a hexadecimal address', withHost('0x7f000001'), 'Host "0x7f000001"'],
  ['the name as an IDNA look-alike', withHost('аpi.example.com'), 'Host '],
  ['full-width letters', withHost('ａpi.example.com'), 'Host '],
  ['the reserved name', withHost('runner.travel.internal'), 'Host "runner.travel.internal"'],
  ['an empty Host', withHost(''), 'Host ""'],
]

/** The same attacks on a connection without TLS, whose first request may name any declared host. */
export const undeclaredHosts: readonly Attack[] = hosts
  .filter(([what]) => what !== 'another declared Host')
  .map(([what, bytes, reason]) => [
    what,
    bytes,
    reason.replace(' in a connection to api.example.com', ', which is not declared'),
  ])

/** Input other than TLS on a TLS connection. */
export const plain: readonly Attack[] = [
  ['HTTP', 'GET / HTTP/1.1\r\nHost: api.example.com\r\n\r\n', 'TLS: plain HTTP'],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\n\r\n', 'TLS: plain HTTP'],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'TLS: something else'],
  ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n', 'TLS: something else'],
  ['a DNS message', '\0\x1d\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x04evil\x07example\0\0\x01\0\x01', 'TLS: something else'],
  ['random bytes', '\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c', 'TLS: something else'],
  ['a TLS record without a ClientHello', '\x16\x03\x01\0\x05\x01\0\0\x01\x09', 'TLS: something else'],
  ['a TLS record of another type', '\x17\x03\x03\0\x05hello', 'TLS: something else'],
]
