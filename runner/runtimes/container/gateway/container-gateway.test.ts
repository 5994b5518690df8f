import { once } from 'node:events'
import { Agent } from 'node:https'
import { Socket } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { connect } from 'node:tls'
import { describe, expect, it } from 'vitest'
import type { HostAnswer } from '../../../contract/host-seam.ts'
import { FetchArgs } from '../../../contract/operations/fetch.ts'
import { authority, exchange, exchangeWithoutTls, fetchBy, okAnswer, openGateway } from './testing/gateway-fixture.ts'

const url = 'https://api.example.com/v1/things?q=a%20b'
const answerOf = (status: number, headers: [string, string][], body: string | Uint8Array = ''): HostAnswer => ({
  kind: 'value',
  value: { status, url, headers },
  body: typeof body === 'string' ? Buffer.from(body) : body,
})

describe('a request to a declared host', () => {
  it('becomes the host call fetch, without hop-by-hop headers', async () => {
    await using opened = await openGateway()
    const response = await fetchBy(opened, url, {
      method: 'POST',
      headers: {
        'X-Own': 'kept',
        'Accept-Encoding': 'gzip',
        TE: 'trailers',
        'Keep-Alive': 'timeout=5',
        'X-Hop': 'dropped',
        Connection: 'keep-alive, X-Hop',
      },
      body: 'größe',
    })
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain', 'content-length': '5' } })
    expect(response.body.toString()).toBe('hello')
    const expected = { url, method: 'POST', headers: [['x-own', 'kept']], body: { text: 'größe' } }
    expect(opened.calls).toEqual([{ op: 'fetch', args: expected }])
    expect(FetchArgs.safeParse(opened.calls[0]?.args).success).toBe(true)
  })

  it('carries binary data as Base64, and returns the answer’s bytes unchanged', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
    await using opened = await openGateway({ answer: () => answerOf(200, [], bytes) })
    const response = await fetchBy(opened, url, { method: 'PUT', body: bytes })
    expect([...response.body]).toEqual([...bytes])
    expect(opened.calls[0]?.args).toMatchObject({ body: { base64: Buffer.from(bytes).toString('base64') } })
  })

  it('returns status and headers, repeated ones too, with the true content length', async () => {
    const headers: [string, string][] = [
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['content-length', '999'],
      ['transfer-encoding', 'chunked'],
      ['connection', 'upgrade'],
      ['x-text', 'ü → ✓'],
      ['x split', 'never'],
    ]
    await using opened = await openGateway({ answer: () => answerOf(404, headers, 'gone') })
    const response = await fetchBy(opened, url)
    expect(response).toMatchObject({ status: 404, headers: { 'set-cookie': ['a=1', 'b=2'], 'content-length': '4' } })
    expect(Buffer.from(String(response.headers['x-text']), 'latin1').toString()).toBe('ü → ✓')
    expect(response.headers['transfer-encoding']).toBeUndefined()
    expect(response.headers['x split']).toBeUndefined()
    expect(response.body.toString()).toBe('gone')
  })

  it.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ])('%s %i has no body, and the connection continues', async (method, status) => {
    await using opened = await openGateway({ answer: () => answerOf(status, [['etag', '"1"']], 'no body') })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const round of [1, 2]) {
      const response = await fetchBy(opened, url, { method, agent })
      expect(response, `round ${round}`).toMatchObject({ status, headers: { etag: '"1"' } })
      expect(response.body).toHaveLength(0)
      expect(response.headers['content-length']).toBeUndefined()
    }
    agent.destroy()
  })

  it('may use another declared port', async () => {
    await using opened = await openGateway({ hosts: ['api.example.com:8443'] })
    const [ours, theirs] = duplexPair()
    opened.gateway.accept(ours, 8443)
    const socket = connect({ socket: theirs, servername: 'api.example.com', ca: authority.certificatePem })
    socket.write('GET /a HTTP/1.1\r\nHost: api.example.com:8443\r\nConnection: close\r\n\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
    expect(opened.calls[0]?.args).toMatchObject({ url: 'https://api.example.com:8443/a' })
    socket.destroy()
  })

  it('may have a large body and a large answer', async () => {
    const large = Buffer.alloc(8 * 1024 * 1024, 'x')
    await using opened = await openGateway({ answer: () => answerOf(200, [], large) })
    const body = Buffer.alloc(1024 * 1024, 'y')
    const response = await fetchBy(opened, url, { method: 'POST', body })
    expect(response.body.equals(large)).toBe(true)
    expect(opened.calls[0]?.args).toMatchObject({ body: { text: body.toString() } })
  })

  it('with Expect gets 100 Continue, but only after its head is checked', async () => {
    await using opened = await openGateway()
    const head = 'POST / HTTP/1.1\r\nHost: api.example.com\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n'
    const socket = connect({ path: opened.path, servername: 'api.example.com', ca: authority.certificatePem })
    socket.write(head)
    const [first] = await once(socket, 'data')
    expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    expect(opened.calls).toEqual([])
    socket.write('ok')
    const [second] = await once(socket, 'data')
    expect(String(second)).toMatch(/^HTTP\/1\.1 200 /)
    expect(opened.calls[0]?.args).toMatchObject({ body: { text: 'ok' }, headers: [] })
    socket.destroy()
  })
})

describe('a connection to the socket without TLS', () => {
  const init = { isWithoutTls: true, agent: false } as const

  it('forwards requests as a connection over TLS does, to the declared host that its first request names', async () => {
    await using opened = await openGateway()
    const asked = { ...init, method: 'POST', headers: { 'X-Own': 'kept', TE: 'trailers' }, body: 'größe' }
    const response = await fetchBy(opened, url, asked)
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain', 'content-length': '5' } })
    expect(await fetchBy(opened, 'https://other.example.com/', init)).toMatchObject({ status: 200 })
    const expected = { url, method: 'POST', headers: [['x-own', 'kept']], body: { text: 'größe' } }
    expect(opened.calls.map(({ args }) => args)).toMatchObject([expected, { url: 'https://other.example.com/' }])
    expect(opened.violations).toEqual([])
  })

  it('may use another declared port, but no undeclared one', async () => {
    await using opened = await openGateway({ hosts: ['api.example.com:8443'] })
    const asked = { ...init, headers: { host: 'api.example.com:8443' } }
    expect(await fetchBy(opened, 'https://api.example.com:8443/a', asked)).toMatchObject({ status: 200 })
    expect(opened.calls[0]?.args).toMatchObject({ url: 'https://api.example.com:8443/a' })
    expect(await exchangeWithoutTls(opened, 'GET / HTTP/1.1\r\nHost: api.example.com\r\n\r\n')).toBe('')
    expect(opened.violations).toEqual(['HTTP: Host "api.example.com", which is not declared'])
  })
})

describe('connections', () => {
  it('are kept alive for further requests', async () => {
    await using opened = await openGateway()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const reused: boolean[] = []
    agent.on('free', () => reused.push(true))
    for (let at = 0; at < 5; at += 1) {
      expect(await fetchBy(opened, `https://api.example.com/${at}`, { agent })).toMatchObject({ status: 200 })
    }
    expect(reused).toHaveLength(5)
    expect(opened.calls.map(({ args }) => FetchArgs.parse(args).url.at(-1))).toEqual(['0', '1', '2', '3', '4'])
    agent.destroy()
  })

  it('run in parallel up to the request limit, and further requests wait', async () => {
    const { promise: go, resolve: release } = Promise.withResolvers<void>()
    let underWay = 0
    let most = 0
    await using opened = await openGateway({
      limits: { requestsAtOnce: 8 },
      answer: async () => {
        underWay += 1
        most = Math.max(most, underWay)
        await go
        underWay -= 1
        return okAnswer
      },
    })
    const { gateway } = opened
    const { acceptPlain } = gateway
    const accepted: Duplex[] = []
    gateway.acceptPlain = (socket) => {
      accepted.push(socket)
      acceptPlain(socket)
    }
    const asked = { method: 'POST', body: 'x', isWithoutTls: true, agent: false } as const
    const requests = Array.from({ length: 20 }, () => fetchBy(opened, url, asked))
    const hasArrived = (socket: Duplex) => socket instanceof Socket && socket.bytesRead > 0
    while (accepted.length < 20 || !accepted.every(hasArrived) || underWay < 8) await turn()
    // Time for the gateway to pass on a request that has arrived.
    for (let passed = 0; passed < 10; passed += 1) await turn()
    expect(underWay).toBe(8)
    release()
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(most).toBe(8)
  })

  it('answer one pipelined request in order, and close if the client pipelines more', async () => {
    await using opened = await openGateway()
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: api.example.com\r\n${more}\r\n`
    const two = await exchange(opened, get('/1') + get('/2', 'Connection: close\r\n'))
    expect(two.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
    const four = await exchange(opened, ['/3', '/4', '/5', '/6'].map((path) => get(path)).join(''))
    expect(four.match(/HTTP\/1\.1 200/g)).toHaveLength(1)
    expect(four).toContain('connection: close')
    expect(opened.calls.map(({ args }) => FetchArgs.parse(args).url.at(-1))).toEqual(['1', '2', '3'])
    expect(opened.violations).toEqual([])
  })

  it.each([
    ['over TLS', exchange],
    ['on the socket without TLS', exchangeWithoutTls],
  ])('end with the gateway, pending requests included, and late answers are dropped: %s', async (_, send) => {
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    const { promise: late, resolve: answerLate } = Promise.withResolvers<HostAnswer>()
    const opened = await openGateway({
      answer: () => {
        isAsked()
        return late
      },
    })
    const answer = send(opened, 'GET / HTTP/1.1\r\nHost: api.example.com\r\n\r\n')
    await asked
    await opened[Symbol.asyncDispose]()
    answerLate(okAnswer)
    expect(await answer).toBe('')
    expect(opened.violations).toEqual([])
  })
})

describe('a failed host call', () => {
  it.each([
    ['TimeoutError', 504],
    ['NetworkError', 502],
    ['ResponseTooLargeError', 502],
    ['AbortError', 502],
    ['CapabilityRevoked', 403],
  ])('%s becomes the status %i, marked as an error of the gateway and not of the provider', async (name, status) => {
    await using opened = await openGateway({ answer: () => ({ kind: 'rejected', name, message: 'it took too long' }) })
    const response = await fetchBy(opened, url)
    expect(response).toMatchObject({
      status,
      headers: { 'content-type': 'application/problem+json', 'x-travel-error': name },
    })
    expect(JSON.parse(response.body.toString())).toEqual({ title: name, status, detail: 'it took too long' })
  })

  it('is reported as Error if the name of its error is not valid in a header', async () => {
    const answer = () => ({ kind: 'rejected', name: 'A\r\nB: c', message: '' }) as const
    await using opened = await openGateway({ answer })
    expect((await fetchBy(opened, url)).headers['x-travel-error']).toBe('Error')
  })

  it('that ends the execution closes all connections without an answer', async () => {
    const { promise: never } = Promise.withResolvers<never>()
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    await using opened = await openGateway({
      answer: ({ args }) => {
        if (FetchArgs.parse(args).method === 'PUT') {
          return { kind: 'end', code: 'EGRESS_BLOCKED', reason: 'method PUT is not declared' }
        }
        isAsked()
        return never
      },
    })
    const waiting = exchange(opened, 'GET / HTTP/1.1\r\nHost: api.example.com\r\n\r\n')
    await asked
    expect(await exchange(opened, 'PUT / HTTP/1.1\r\nHost: api.example.com\r\n\r\n')).toBe('')
    expect(opened.ends).toEqual([{ code: 'EGRESS_BLOCKED', reason: 'method PUT is not declared' }])
    expect(opened.violations).toEqual([])
    expect(await waiting).toBe('')
    expect(await exchange(opened, 'GET / HTTP/1.1\r\nHost: api.example.com\r\n\r\n')).toBe('')
    expect(opened.calls).toHaveLength(2)
  })

  it.each([0, 99, 101, 1000])('with the invalid status %i from a server becomes 502 Bad Gateway', async (status) => {
    await using opened = await openGateway({ answer: () => answerOf(status, []) })
    expect(await fetchBy(opened, url)).toMatchObject({ status: 502, headers: { 'x-travel-error': 'NetworkError' } })
  })

  it('caused by a bug is logged and closes the connection', async () => {
    await using opened = await openGateway({ answer: () => ({ kind: 'value', value: 'not the result of a fetch' }) })
    expect(await exchange(opened, 'GET / HTTP/1.1\r\nHost: api.example.com\r\n\r\n')).toBe('')
    expect(opened.lines).toMatchObject([{ message: 'The gateway of a container failed' }])
  })
})

describe('a gateway without an execution', () => {
  it.each([
    ['over TLS', exchange],
    ['on the socket without TLS', exchangeWithoutTls],
  ])('denies everything before its assignment, and logs the attempt: %s', async (_, send) => {
    await using opened = await openGateway({ isAssigned: false })
    expect(await send(opened, 'GET / HTTP/1.1\r\nHost: api.example.com\r\n\r\n')).toBe('')
    expect(opened.calls).toEqual([])
    expect(opened.lines).toMatchObject([{ message: 'A container opened a connection before it had an execution' }])
    opened.gateway.assign(opened.execution)
    expect(await fetchBy(opened, url)).toMatchObject({ status: 200 })
  })

  it('is assigned only once', async () => {
    await using opened = await openGateway()
    expect(() => opened.gateway.assign(opened.execution)).toThrow('already serves an execution')
  })

  it('denies everything after its disposal, and cannot be assigned again', async () => {
    await using opened = await openGateway()
    await opened.gateway[Symbol.asyncDispose]()
    opened.gateway.assign(opened.execution)
    for (const send of [exchange, exchangeWithoutTls])
      expect(await send(opened, 'GET / HTTP/1.1\r\nHost: api.example.com\r\n\r\n')).toBe('')
    expect(opened.calls).toEqual([])
  })
})
