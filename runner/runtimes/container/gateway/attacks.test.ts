import type { ConnectionOptions } from 'node:tls'
import { describe, expect, it, vi } from 'vitest'
import { hosts, plain, smuggling, targets, undeclaredHosts } from './testing/attacks.ts'
import { exchange, exchangePlain, exchangeWithoutTls, openGateway } from './testing/gateway-fixture.ts'

const withHost = (host: string) => `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`
const get = withHost('api.example.com')

const serverNames: readonly (readonly [string, ConnectionOptions, string])[] = [
  ['no server name', { servername: '' }, 'TLS: asked for no server name'],
  ['no server name, in TLS 1.2', { servername: '', maxVersion: 'TLSv1.2' }, 'TLS: asked for no server name'],
  ['no server name, and HTTP/2 only', { servername: '', ALPNProtocols: ['h2'] }, 'TLS: asked for no server name'],
  ['an undeclared name', { servername: 'evil.example' }, 'TLS: asked for "evil.example", which is not declared'],
  ['an undeclared name, in TLS 1.2', { servername: 'evil.example', maxVersion: 'TLSv1.2' }, '"evil.example"'],
  ['an undeclared name, and HTTP/2 only', { servername: 'evil.example', ALPNProtocols: ['h2'] }, '"evil.example"'],
  ['a trailing dot', { servername: 'api.example.com.' }, '"api.example.com."'],
  ['a subdomain of a declared name', { servername: 'a.api.example.com' }, '"a.api.example.com"'],
  ['the parent of a declared name', { servername: 'example.com' }, '"example.com"'],
  ['the reserved name', { servername: 'runner.travel.internal' }, '"runner.travel.internal"'],
  ['a hexadecimal address', { servername: '0x7f000001' }, '"0x7f000001"'],
  ['a long name', { servername: `${'a'.repeat(60)}.${'b'.repeat(60)}.evil.example` }, '…'],
]

describe('ends the execution without an answer on a violation:', () => {
  describe.each([
    ['over TLS', exchange],
    ['on the socket without TLS', exchangeWithoutTls],
  ])('%s:', (_, send) => {
    it.each([...smuggling, ...targets])('%s', async (_, bytes, reason) => {
      await using opened = await openGateway()
      expect(await send(opened, bytes)).toBe('')
      expect(opened.violations).toEqual([expect.stringContaining(`HTTP: `)])
      expect(opened.violations[0]).toContain(reason)
      expect(opened.calls).toEqual([])
    })
  })

  const hidden = 'GET /admin HTTP/1.1\r\nHost: evil.example\r\n\r\n'
  const length = hidden.length.toString(16)
  describe.each([
    ['over TLS', exchange],
    ['on the socket without TLS', exchangeWithoutTls],
  ])('but not on a request inside a body, which stays part of the body, %s:', (_, send) => {
    it.each([
      ['a request in a body with a length', `Content-Length: ${hidden.length}\r\n\r\n${hidden}`],
      ['a request in a body after Expect', `Expect: 100-continue\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
      [
        'a chunk size with many leading zeros',
        `Transfer-Encoding: chunked\r\n\r\n${'0'.repeat(5000)}${length}\r\n${hidden}\r\n0\r\n\r\n`,
      ],
      [
        'a last chunk with many zeros',
        `Transfer-Encoding: chunked\r\n\r\n${length}\r\n${hidden}\r\n${'0'.repeat(5000)}\r\n\r\n`,
      ],
      [
        'a chunk size in capitals',
        `Transfer-Encoding: Chunked\r\n\r\n${length.toUpperCase()}\r\n${hidden}\r\n0\r\n\r\n`,
      ],
    ])('%s', async (_, rest) => {
      await using opened = await openGateway()
      await send(opened, `POST / HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\n${rest}`)
      expect(opened.violations).toEqual([])
      expect(opened.calls).toMatchObject([
        { op: 'fetch', args: { url: 'https://api.example.com/', body: { text: hidden } } },
      ])
    })
  })

  it.each(undeclaredHosts)('Host on the socket without TLS: %s', async (_, bytes, reason) => {
    await using opened = await openGateway()
    expect(await exchangeWithoutTls(opened, bytes)).toBe('')
    expect(opened.violations).toEqual([expect.stringContaining(reason)])
    expect(opened.calls).toEqual([])
  })

  it('a second declared Host in one connection on the socket without TLS', async () => {
    await using opened = await openGateway()
    const answer = await exchangeWithoutTls(opened, get + withHost('other.example.com'))
    expect(answer.match(/HTTP\/1\.1/g) ?? []).toHaveLength(1)
    expect(opened.violations).toEqual(['HTTP: Host "other.example.com" in a connection to api.example.com'])
    expect(opened.calls).toHaveLength(1)
  })

  it.each(hosts)('Host: %s', async (_, bytes, reason) => {
    await using opened = await openGateway()
    expect(await exchange(opened, bytes)).toBe('')
    expect(opened.violations).toEqual([expect.stringContaining(reason)])
    expect(opened.calls).toEqual([])
  })

  it.each(plain)('%s instead of a TLS handshake', async (_, bytes, reason) => {
    await using opened = await openGateway()
    const answer = await exchangePlain(opened, bytes)
    // The gateway sends nothing but TLS alerts.
    expect(answer.length === 0 || answer.startsWith('\x15\x03')).toBe(true)
    expect(opened.violations).toEqual([expect.stringContaining(reason)])
  })

  it.each(serverNames)('server name: %s', async (_, options, reason) => {
    await using opened = await openGateway()
    const answer = await exchange(opened, get, {
      rejectUnauthorized: false,
      ...options,
    })
    expect(answer).toBe('')
    expect(opened.violations).toEqual([expect.stringContaining(reason)])
    expect(opened.violations[0]?.length).toBeLessThan(150)
    expect(opened.calls).toEqual([])
  })

  it('an IP address as the server name', async () => {
    await using opened = await openGateway()
    // Node's client refuses to send an address as the server name.
    const hello = clientHello('127.0.0.1')
    await exchangePlain(opened, hello)
    expect(opened.violations).toEqual([expect.stringContaining('"127.0.0.1"')])
  })

  it('a declared name on an undeclared port', async () => {
    await using opened = await openGateway({ hosts: ['api.example.com:8443', 'other.example.com'] })
    expect(await exchange(opened, '', { rejectUnauthorized: false })).toBe('')
    expect(opened.violations).toEqual([expect.stringContaining('"api.example.com"')])
  })

  it('several at the same time, of which only the first is reported', async () => {
    await using opened = await openGateway()
    await Promise.all(hosts.map(([, bytes]) => exchange(opened, bytes)))
    expect(opened.violations).toHaveLength(1)
  })

  it('and closes all other connections, and accepts no more', async () => {
    const { promise: never } = Promise.withResolvers<never>()
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    await using opened = await openGateway({
      answer: () => {
        isAsked()
        return never
      },
    })
    const waiting = exchange(opened, get)
    await asked
    expect(await exchange(opened, withHost('evil.example'))).toBe('')
    expect(await waiting).toBe('')
    expect(await exchange(opened, get)).toBe('')
    expect(opened.calls).toHaveLength(1)
  })

  it('Host: an undeclared host in a pipelined request', async () => {
    await using opened = await openGateway()
    const answer = await exchange(opened, get + withHost('evil.example'))
    expect(answer.match(/HTTP\/1\.1/g) ?? []).toHaveLength(1)
    expect(opened.violations).toEqual([expect.stringContaining('evil.example')])
    expect(opened.calls).toHaveLength(1)
  })
})

/** A TLS 1.2 ClientHello with a server name and nothing else. */
function clientHello(name: string): Buffer {
  const list = Buffer.from(name)
  const u16 = (value: number) => [value >> 8, value & 255]
  const extension = [0, 0, ...u16(list.length + 5), ...u16(list.length + 3), 0, ...u16(list.length), ...list]
  const body = [3, 3, ...Buffer.alloc(32, 7), 0, ...u16(2), 0xc0, 0x2b, 1, 0, ...u16(extension.length), ...extension]
  const handshake = [1, 0, ...u16(body.length), ...body]
  return Buffer.from([22, 3, 1, ...u16(handshake.length), ...handshake])
}

it('reads a flood of request bodies only as fast as the allowance of the execution permits', async () => {
  const due: Array<() => void> = []
  await using opened = await openGateway({
    monotonic: () => 0,
    after: (ms, callback) => {
      if (ms < 1000) due.push(callback)
      return () => {}
    },
  })
  const bytes = 1024 * 1024
  const post = `POST / HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`
  for (let sent = 0; sent < 7; sent += 1) await exchangeWithoutTls(opened, post)
  expect([opened.calls.length, due.length]).toEqual([7, 0])
  // The eighth body exceeds the allowance of eight bodies, because connections and heads count too.
  const last = exchangeWithoutTls(opened, post)
  await vi.waitUntil(() => due.length > 0, { timeout: 30_000 })
  expect(opened.calls).toHaveLength(7)
  const answered = Promise.withResolvers<void>()
  void last.then(() => answered.resolve())
  const timer = setInterval(() => due.shift()?.(), 1)
  await answered.promise
  clearInterval(timer)
  expect(opened.calls).toHaveLength(8)
})
