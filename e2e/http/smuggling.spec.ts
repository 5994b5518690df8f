import { sendRaw } from '../support/raw-http.ts'
import { expect, test } from '../support/test.ts'

/** A request hidden in the body of the first one; the server must not answer it. */
const second = 'GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
const post = (head: string, body: string) => `POST /api/skills/invoke HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n${body}`
const chunked = (body: string) => post('Transfer-Encoding: chunked', body)

test('two requests on one connection are both answered', async ({ appUrl }) => {
  const first = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n'
  expect((await sendRaw(appUrl, first + second)).statuses).toEqual([200, 200])
})

const malformedHeads = {
  'two Content-Length headers': post('Content-Length: 5\r\nContent-Length: 0', `hello${second}`),
  'two equal Content-Length headers': post('Content-Length: 5\r\nContent-Length: 5', `hello${second}`),
  'a Content-Length list': post('Content-Length: 5, 0', `hello${second}`),
  'a signed length': post('Content-Length: +5', `hello${second}`),
  'a length before a transfer coding': post('Content-Length: 5\r\nTransfer-Encoding: chunked', `0\r\n\r\n${second}`),
  'a transfer coding before a length': post('Transfer-Encoding: chunked\r\nContent-Length: 5', `0\r\n\r\n${second}`),
  'an unknown transfer coding': post('Transfer-Encoding: xchunked', `0\r\n\r\n${second}`),
  'two transfer codings, chunked first': post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${second}`),
  'a folded header': post('X-A: b\r\n Content-Length: 5', `hello${second}`),
  'a folded Transfer-Encoding': post('Transfer-Encoding:\r\n chunked', `0\r\n\r\n${second}`),
  'a space before the colon': post('Content-Length : 5', `hello${second}`),
  'LF as every line ending': post('Content-Length: 5', `hello${second}`).replaceAll('\r\n', '\n'),
  'LF after a header': post('X-A: b\nContent-Length: 5', `hello${second}`),
  'CR alone': post('X-A: b\rContent-Length: 5', `hello${second}`),
  'NUL in a value': post('X-A: b\0\r\nContent-Length: 5', `hello${second}`),
  'two Host headers': `GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${second}`,
  'no Host header': `GET /health HTTP/1.1\r\n\r\n${second}`,
}
for (const [name, bytes] of Object.entries(malformedHeads)) {
  test(`rejects a request with ${name} and closes the connection`, async ({ appUrl }) => {
    expect((await sendRaw(appUrl, bytes)).statuses).toEqual([400])
  })
}

const malformedBodies = {
  'an overflowing chunk size': chunked(`fffffffffffffffff\r\nhello\r\n0\r\n\r\n${second}`),
  'a chunk size with 0x': chunked(`0x5\r\nhello\r\n0\r\n\r\n${second}`),
  'a negative chunk size': chunked(`-5\r\nhello\r\n0\r\n\r\n${second}`),
  'a chunk longer than its size': chunked(`2\r\nhello\r\n0\r\n\r\n${second}`),
  'LF after a chunk size': chunked(`5\nhello\r\n0\r\n\r\n${second}`),
  'LF after a chunk': chunked(`5\r\nhello\n0\r\n\r\n${second}`),
  'LF in a chunk extension': chunked(`5;a\nb\r\nhello\r\n0\r\n\r\n${second}`),
}
for (const [name, bytes] of Object.entries(malformedBodies)) {
  test(`rejects a request with ${name}, closes the connection and answers no hidden request`, async ({ appUrl }) => {
    const { statuses } = await sendRaw(appUrl, bytes)
    // The route may have rejected the request before the malformed part of its body arrived.
    expect(statuses.slice(0, -1).filter((status) => status !== 401)).toEqual([])
    expect(statuses.at(-1)).toBe(400)
  })
}

/** The length of `second`, which is the whole body of the requests below. */
const length = second.length

const bodies = {
  'a zero-padded chunk size': chunked(`${'0'.repeat(200)}${length.toString(16)}\r\n${second}\r\n0\r\n\r\n`),
  'a zero-padded last chunk': chunked(`${length.toString(16)}\r\n${second}\r\n${'0'.repeat(200)}\r\n\r\n`),
  'Expect: 100-continue': post(`Expect: 100-continue\r\nContent-Length: ${length}`, second),
}
for (const [name, bytes] of Object.entries(bodies)) {
  test(`does not answer a request hidden in the body of a request with ${name}`, async ({ appUrl }) => {
    const { statuses } = await sendRaw(appUrl, bytes.replace('Host: a\r\n', 'Host: a\r\nConnection: close\r\n'))
    const finals = statuses.filter((status) => status !== 100)
    expect(finals).toHaveLength(1)
    expect([400, 401]).toContain(finals[0])
  })
}
