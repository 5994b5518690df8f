import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { DataLabel } from '../contract/skill-io.ts'
import type { EgressRequest, EgressSessionOptions } from './session.ts'
import {
  boundOf,
  engineOf,
  grantOf,
  type LogLine,
  recordingLog,
  requestOf,
  sessionOf,
  textOf,
} from './testing/engine-fixture.ts'
import { startServer } from './testing/local-server.ts'

describe('an egress session', () => {
  it('sends a declared request with SNI, Host and headers, and returns the response', async () => {
    await using server = await startServer((_, response) => {
      response.setHeader('x-request-id', 'r1').end('hello')
    })
    await using engine = engineOf()
    const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`]))
    const url = `https://api.example.com:${server.port}/v1/x?q=a%20b`

    const result = await session.fetch(
      requestOf(url, { method: 'POST', headers: [['Content-Type', 'text/plain']], body: Buffer.from('ping') }),
    )

    expect(result).toMatchObject({ kind: 'response', status: 200, url })
    expect(textOf(result)).toBe('hello')
    expect(result.kind === 'response' && result.headers).toContainEqual(['x-request-id', 'r1'])
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/v1/x?q=a%20b', body: 'ping' })
    expect(server.seen[0]?.headers).toMatchObject({
      host: `api.example.com:${server.port}`,
      'content-type': 'text/plain',
      'content-length': '4',
    })
    expect(server.serverNames).toEqual(['api.example.com'])
    expect(session.data()).toBe('live')
  })

  it('reuses a connection for the same skill’s next execution, never for another skill', async () => {
    await using server = await startServer((_, response) => void response.end('ok'))
    await using engine = engineOf()
    const grant = grantOf([`api.example.com:${server.port}`])
    const request = requestOf(`https://api.example.com:${server.port}/`)

    await sessionOf(engine, grant).fetch(request)
    // The connection becomes reusable only in the next turn of the event loop.
    await turnOfTheEventLoop()
    await sessionOf(engine, grant).fetch(request)
    expect(server.connections()).toBe(1)
    await turnOfTheEventLoop()
    await sessionOf(engine, grant, { skill: 'another-skill' }).fetch(request)
    expect(server.connections()).toBe(2)
  })

  it('sends nothing to an undeclared host, and logs the reason', async () => {
    const lines: LogLine[] = []
    await using server = await startServer((_, response) => void response.end('ok'))
    await using engine = engineOf({ log: recordingLog(lines) })
    const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`]))

    const result = await session.fetch(requestOf(`https://other.example.com:${server.port}/`))

    const reason = `other.example.com:${server.port} is not declared`
    expect(result).toEqual({ kind: 'blocked', cause: 'network.egress', reason })
    expect(lines).toMatchObject([{ message: 'egress blocked', fields: { skill: 'test-skill', reason } }])
    expect(server.connections()).toBe(0)
    expect(session.data()).toBeUndefined()
  })

  it.each<[unknown, string, object?]>([
    ['ENOTFOUND', 'the host name api.example.com was not found', { hostname: 'api.example.com' }],
    ['EAI_AGAIN', 'the host name was not found'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'the TLS handshake failed'],
    ['CERT_HAS_EXPIRED', 'the TLS handshake failed'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'the TLS handshake failed'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the TLS handshake failed'],
    ['ECONNREFUSED', 'the connection failed (ECONNREFUSED)'],
    [undefined, 'the connection failed'],
    [7, 'the connection failed'],
  ])('says in words of its own why a connection failed: %s', async (code, message, more = {}) => {
    const cause = Object.assign(new Error('quotes a header'), code === undefined ? {} : { code }, more)
    await using engine = engineOf({ resolve: () => Promise.reject(cause) })
    const result = await sessionOf(engine, grantOf(['api.example.com'])).fetch(requestOf('https://api.example.com/'))
    expect(result).toEqual({ kind: 'failed', reason: 'network', message })
  })

  it.each([
    ['the execution has no time left', undefined, true],
    ['both end together', 1_000, true],
    ['the request has less time', 999, false],
  ])('knows whether %s when a request times out', async (_, timeoutMs, isOutOfTime) => {
    const after = (_ms: number, callback: () => void) => {
      const timer = setImmediate(callback)
      return () => clearImmediate(timer)
    }
    await using engine = engineOf({ after, resolve: () => new Promise(() => {}) })
    const session = sessionOf(engine, grantOf(['api.example.com']), { leftMs: () => 1_500 })
    expect(session.outOfTime()).toBe(false)
    const result = await session.fetch(requestOf('https://api.example.com/', { timeoutMs }))
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' })
    expect(session.outOfTime()).toBe(isOutOfTime)
    const ends = AbortSignal.abort()
    const aborted = sessionOf(engine, grantOf(['api.example.com']), { signal: ends })
    expect(await aborted.fetch(requestOf('https://api.example.com/'))).toMatchObject({ reason: 'aborted' })
    expect(aborted.outOfTime()).toBe(false)
    expect(await aborted.fetch(requestOf('https://undeclared.example/'))).toMatchObject({ reason: 'aborted' })
  })

  it('sends nothing to a server with the certificate of another host', async () => {
    await using server = await startServer((_, response) => void response.end('ok'))
    await using engine = engineOf()
    const session = sessionOf(engine, grantOf([`wrong.example.com:${server.port}`]))
    const result = await session.fetch(requestOf(`https://wrong.example.com:${server.port}/`))
    expect(result).toEqual({ kind: 'failed', reason: 'network', message: 'the TLS handshake failed' })
    expect(server.seen).toEqual([])
  })

  it('sends nothing to a server whose certificate no trusted authority signed', async () => {
    await using server = await startServer((_, response) => void response.end('ok'))
    await using engine = engineOf({ ca: '' })
    const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`]))
    const result = await session.fetch(requestOf(`https://api.example.com:${server.port}/`))
    expect(result).toEqual({ kind: 'failed', reason: 'network', message: 'the TLS handshake failed' })
    expect(server.seen).toEqual([])
  })

  it('times out at once when at most 500 ms remain until the execution’s deadline', async () => {
    await using engine = engineOf()
    const grant = grantOf(['api.example.com'])
    const result = await sessionOf(engine, grant, { leftMs: () => 500 }).fetch(requestOf('https://api.example.com/'))
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' })
  })

  it('gives up 500 ms before the deadline when the server does not answer', async () => {
    const asked = Promise.withResolvers<void>()
    await using server = await startServer(() => asked.resolve())
    const waits: number[] = []
    await using engine = engineOf({
      clock: { now: () => 0, monotonic: () => 1000 },
      // Fires the timer as soon as the server has the request.
      after: (ms, callback) => {
        waits.push(ms)
        void asked.promise.then(callback)
        return () => undefined
      },
    })
    const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`]), { leftMs: () => 15_000 })
    const result = await session.fetch(requestOf(`https://api.example.com:${server.port}/`))
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' })
    expect(waits).toEqual([14_500])
  })

  it('uses the skill’s own timeout when it is shorter', async () => {
    await using server = await startServer(() => undefined)
    await using engine = engineOf()
    const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`]))
    const result = await session.fetch(requestOf(`https://api.example.com:${server.port}/`, { timeoutMs: 30 }))
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' })
  })

  it('aborts requests in flight when the execution ends', async () => {
    const execution = new AbortController()
    await using server = await startServer(() => execution.abort())
    await using engine = engineOf()
    const grant = grantOf([`api.example.com:${server.port}`])
    const session = sessionOf(engine, grant, { signal: execution.signal })
    const result = await session.fetch(requestOf(`https://api.example.com:${server.port}/`))
    expect(result).toMatchObject({ kind: 'failed', reason: 'aborted' })
  })

  it('denies every request once closed, and aborts those in flight', async () => {
    let close: () => void = () => undefined
    await using server = await startServer(() => close())
    await using engine = engineOf()
    const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`]))
    close = () => void session[Symbol.asyncDispose]()
    const request = requestOf(`https://api.example.com:${server.port}/`)

    expect(await session.fetch(request)).toMatchObject({ kind: 'failed', reason: 'aborted' })
    expect(await session.fetch(request)).toEqual({ kind: 'blocked', cause: 'closed', reason: 'the session is closed' })
    expect(server.seen).toHaveLength(1)
  })

  it('refuses a GET with a body, and oversized requests', async () => {
    await using engine = engineOf({ resolve: async () => [] })
    const session = sessionOf(engine, grantOf(['api.example.com'], { methods: ['GET', 'HEAD', 'POST'] }))
    const url = 'https://api.example.com/'
    for (const method of ['GET', 'HEAD']) {
      const result = await session.fetch(requestOf(url, { method, body: Buffer.from('x') }))
      expect(result).toMatchObject({ reason: 'network', message: `a ${method} request cannot have a body` })
    }
    for (const request of [
      requestOf(url, { method: 'POST', body: new Uint8Array(1024 * 1024) }),
      requestOf(url.padEnd(16 * 1024, 'a')),
    ]) {
      expect(await session.fetch(request)).toMatchObject({ kind: 'failed', reason: 'network' })
    }
    for (const request of [
      requestOf(url, { method: 'POST', body: new Uint8Array(1024 * 1024 + 1) }),
      requestOf(url.padEnd(16 * 1024 + 1, 'a')),
      requestOf(url, { headers: [['x-long', 'a'.repeat(33 * 1024)]] }),
      requestOf(url, { headers: Array.from({ length: 101 }, (_, index) => [`x-${index}`, ''] as const) }),
    ]) {
      expect(await session.fetch(request)).toMatchObject({ kind: 'failed', reason: 'too_large' })
    }
  })
})

it('says of a refused request whether only an approval is missing, also after a redirect', async () => {
  await using server = await startServer(({ path }, response) => {
    response.writeHead(302, { location: `https://${path.slice(1)}.example.com:${server.port}/` }).end()
  })
  await using engine = engineOf()
  const [api, other] = ['api', 'other'].map((name) => `${name}.example.com:${server.port}`)
  const { permissions, ...grant } = grantOf([api ?? ''])
  const declared = { ...permissions, network: { egress: [api ?? '', other ?? ''], methods: ['GET' as const] } }
  const blocked = (cause: string, reason: string) => ({ kind: 'blocked', cause, reason })
  for (const [session, cause] of [
    [sessionOf(engine, { ...grant, permissions, declared }), 'withheld'],
    [sessionOf(engine, { ...grant, permissions }), 'network.egress'],
  ] as const) {
    const reason = `${other} is not declared`
    expect(await session.fetch(requestOf(`https://${other}/`))).toEqual(blocked(cause, reason))
    expect(await session.fetch(requestOf(`https://${api}/other`))).toEqual(blocked(cause, `redirect: ${reason}`))
    const unknown = `third.example.com:${server.port} is not declared`
    expect(await session.fetch(requestOf(`https://${api}/third`))).toEqual(
      blocked('network.egress', `redirect: ${unknown}`),
    )
  }
  const session = sessionOf(engine, { ...grant, permissions, declared })
  expect(await session.fetch(requestOf(`https://${other}/`, { method: 'POST' }))).toMatchObject({
    cause: 'network.methods',
    reason: 'method POST is not declared',
  })
})

it('fails when a server redirects to a malformed URL', async () => {
  await using server = await startServer((_, response) => void response.writeHead(302, { location: 'http://[' }).end())
  await using engine = engineOf()
  const host = `api.example.com:${server.port}`
  expect(await sessionOf(engine, grantOf([host])).fetch(requestOf(`https://${host}/`))).toEqual({
    kind: 'failed',
    reason: 'network',
    message: 'the server redirected to a malformed URL',
  })
})

describe('an upstream that replaces a host', () => {
  it('receives the host’s requests, under its own path, over plain http on the loopback', async () => {
    await using server = await startServer((_, response) => void response.end('sample'), { secure: false })
    await using engine = engineOf({
      upstream: { 'api.example.com': { url: `http://127.0.0.1:${server.port}/base/`, data: 'sample' } },
      resolve: () => Promise.reject(new Error('no lookup is needed')),
      addressPolicy: () => ({ allowed: false, reason: 'everything' }),
    })
    const session = sessionOf(engine, grantOf(['api.example.com']))
    const result = await session.fetch(requestOf('https://api.example.com/v2/x?y=1'))

    expect(textOf(result)).toBe('sample')
    expect(result).toMatchObject({ url: 'https://api.example.com/v2/x?y=1' })
    expect(server.seen[0]).toMatchObject({ path: '/base/v2/x?y=1' })
    expect(server.seen[0]?.headers.host).toBe(`127.0.0.1:${server.port}`)
    expect(session.data()).toBe('sample')
  })

  it('does not allow requests to its own address', async () => {
    await using server = await startServer((_, response) => void response.end('sample'), { secure: false })
    await using engine = engineOf({
      upstream: { 'api.example.com': { url: `http://127.0.0.1:${server.port}`, data: 'sample' } },
    })
    const session = sessionOf(engine, grantOf(['api.example.com', 'other.example.com']))
    for (const url of [
      `http://127.0.0.1:${server.port}/`,
      `https://127.0.0.1:${server.port}/`,
      'http://api.example.com/',
    ]) {
      expect(await session.fetch(requestOf(url))).toMatchObject({ kind: 'blocked' })
    }
    expect(server.connections()).toBe(0)
  })

  it('labels the session’s data with the least real label of the queried upstreams', async () => {
    await using server = await startServer((_, response) => void response.end('ok'), { secure: false })
    const url = `http://127.0.0.1:${server.port}`
    await using engine = engineOf({
      upstream: { 'a.example.com': { url, data: 'test' }, 'b.example.com': { url, data: 'sample' } },
    })
    const session = sessionOf(engine, grantOf(['a.example.com', 'b.example.com']))
    await session.fetch(requestOf('https://a.example.com/'))
    expect(session.data()).toBe('test')
    await session.fetch(requestOf('https://b.example.com/'))
    await session.fetch(requestOf('https://a.example.com/'))
    expect(session.data()).toBe('sample')
  })

  it('may redirect within its base URL and to the declared host, and nowhere else', async () => {
    await using server = await startServer(
      ({ path }, response) => {
        const to: Record<string, string> = {
          '/base/relative': 'found',
          '/base/own': `http://127.0.0.1:${server.port}/base/found`,
          '/base/declared': 'https://api.example.com/found',
          '/base/outside': '/elsewhere',
          '/base/foreign': 'https://evil.example/base/found',
          '/base/port': 'http://127.0.0.1:1/base/found',
        }
        const location = to[path]
        if (location === undefined) response.end(path)
        else response.writeHead(302, { location }).end()
      },
      { secure: false },
    )
    await using engine = engineOf({
      upstream: { 'api.example.com': { url: `http://127.0.0.1:${server.port}/base`, data: 'sample' } },
    })
    const session = sessionOf(engine, grantOf(['api.example.com']))
    for (const path of ['relative', 'own', 'declared']) {
      const result = await session.fetch(requestOf(`https://api.example.com/${path}`))
      expect(result).toMatchObject({ kind: 'response', url: 'https://api.example.com/found' })
      expect(textOf(result)).toBe('/base/found')
    }
    for (const path of ['outside', 'foreign', 'port']) {
      const result = await session.fetch(requestOf(`https://api.example.com/${path}`))
      expect(result, path).toMatchObject({ kind: 'blocked' })
    }
  })
})

type Paced = { readonly given?: EgressSessionOptions['rate']; readonly data?: DataLabel }

describe('a rate', () => {
  const rate = { per_second: 100, min_interval_ms: 250 }

  /** Sends one request for each of two skills. Returns the pacer's waits, without the requests' own timers. */
  async function pausesOf(secrets: readonly string[], { given = rate, data = 'live' }: Paced = {}): Promise<number[]> {
    await using server = await startServer((_, response) => void response.end('ok'))
    const host = `api.example.com:${server.port}`
    let nowMs = 0
    const pauses: number[] = []
    await using engine = engineOf({
      upstream: { [host]: { url: `https://${host}`, data } },
      clock: { now: () => nowMs, monotonic: () => nowMs },
      after: (ms, callback) => {
        if (ms > 1000) return () => undefined
        pauses.push(ms)
        const timer = setImmediate(() => {
          nowMs += ms
          callback()
        })
        return () => clearImmediate(timer)
      },
    })
    const credentials = boundOf({ API_KEY: { value: 'the-shared-key', hosts: [host] } })
    for (const skill of ['one-skill', 'another-skill']) {
      const session = sessionOf(engine, grantOf([host], { secrets }), { skill, rate: given, credentials })
      expect(textOf(await session.fetch(requestOf(`https://${host}/`)))).toBe('ok')
    }
    expect(server.seen).toHaveLength(2)
    return pauses
  }

  it('is shared by all skills that use one credential', async () => {
    expect(await pausesOf(['API_KEY'])).toEqual([250])
  })

  it('applies to each skill separately if no credential is used', async () => {
    expect(await pausesOf([])).toEqual([])
  })

  it.each([
    ['test', [250]],
    ['live', []],
    ['sample', []],
  ] as const)('of a test environment applies to test data only: %s', async (data, pauses) => {
    const given = { per_second: 100, min_interval_ms: 0, test: rate }
    expect(await pausesOf(['API_KEY'], { given, data })).toEqual(pauses)
  })

  it('sends nothing when a request got no turn by its latest start, counted from that of the execution', async () => {
    await using server = await startServer((_, response) => void response.end('ok'))
    const host = `api.example.com:${server.port}`
    const timers: { ms: number; callback: () => void }[] = []
    await using engine = engineOf({
      after(ms, callback) {
        timers.push({ ms, callback })
        return () => undefined
      },
    })
    const options = { rate: { per_second: 0.001, min_interval_ms: 0 }, leftMs: () => 57_000 }
    const session = sessionOf(engine, grantOf([host]), options)
    expect(textOf(await session.fetch(requestOf(`https://${host}/`, { startByMs: 4000 })))).toBe('ok')
    const late = session.fetch(requestOf(`https://${host}/`, { startByMs: 4000 }))
    await expect.poll(() => timers.filter(({ ms }) => ms === 1000)).toHaveLength(2)
    timers.findLast(({ ms }) => ms === 1000)?.callback()
    expect(await late).toMatchObject({ kind: 'failed', reason: 'paced' })
    const past = await session.fetch(requestOf(`https://${host}/`, { startByMs: 2000 }))
    expect(past).toMatchObject({ kind: 'failed', reason: 'paced' })
    expect(server.seen).toHaveLength(1)
  })

  it('times out and sends nothing when no slot is free before the request’s deadline', async () => {
    await using server = await startServer((_, response) => void response.end('ok'))
    await using engine = engineOf()
    const host = `api.example.com:${server.port}`
    const session = sessionOf(engine, grantOf([host]), { rate: { per_second: 0.001, min_interval_ms: 0 } })
    await session.fetch(requestOf(`https://${host}/`))
    const other = sessionOf(engine, grantOf([host]), { rate: { per_second: 0.001, min_interval_ms: 0 } })
    const result = await other.fetch(requestOf(`https://${host}/`, { timeoutMs: 20 }))
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' })
    expect(server.seen).toHaveLength(1)
    expect(other.data()).toBeUndefined()
  })
})

describe('answers to equal GET requests', () => {
  const key = (value: string, hosts: readonly string[]) => boundOf({ API_KEY: { value, hosts } })

  async function setUp() {
    let count = 0
    const server = await startServer((_, response) => void response.end(`answer ${++count}`), { secure: false })
    const host = 'api.example.com'
    const upstream = { [host]: { url: `http://127.0.0.1:${server.port}`, data: 'test' } } as const
    const engine = engineOf({ upstream })
    const grant = grantOf([host], { secrets: ['API_KEY'] })
    const ask = async (options: Partial<EgressSessionOptions>, request: Partial<EgressRequest> = {}, path = '/') => {
      const session = sessionOf(engine, grant, {
        sharedMs: 60_000,
        credentials: key('one-key-of-all', [host]),
        ...options,
      })
      const answer = textOf(await session.fetch(requestOf(`https://${host}${path}`, request)))
      return { answer, data: session.data(), oldestMs: session.oldestMs() }
    }
    const opened = new AsyncDisposableStack()
    opened.use(server)
    opened.use(engine)
    return { host, ask, [Symbol.asyncDispose]: () => opened.disposeAsync() }
  }

  it('are shared by the executions of a skill with the same credentials, with their label and their time', async () => {
    await using opened = await setUp()
    const first = await opened.ask({ fairKey: 'ada' })
    expect(first).toMatchObject({ answer: 'answer 1', data: 'test', oldestMs: expect.any(Number) })
    expect(await opened.ask({ fairKey: 'bob' })).toEqual(first)
  })

  type Given = [Partial<EgressSessionOptions>, Partial<EgressRequest>?, string?]
  it.each<[string, (host: string) => Given]>([
    ['other credentials', (host) => [{ credentials: key('another-key-of-all', [host]) }]],
    ['another skill', () => [{ skill: 'another-skill' }]],
    ['an execution that shares none', () => [{ sharedMs: 0 }]],
    ['another path', () => [{}, {}, '/other']],
    ['other headers', () => [{}, { headers: [['accept', 'text/plain']] }]],
    ['another method', () => [{}, { method: 'POST' }]],
  ])('are not shared with %s', async (_, other) => {
    await using opened = await setUp()
    await opened.ask({})
    expect(await opened.ask(...other(opened.host))).toMatchObject({ answer: 'answer 2' })
  })
})

describe('the engine', () => {
  it('passes its probe while open, and opens no session once closed', async () => {
    const engine = engineOf()
    await expect(engine.probe()).resolves.toBeUndefined()
    const session = sessionOf(engine, grantOf(['api.example.com']))
    await engine[Symbol.asyncDispose]()
    await expect(engine.probe()).rejects.toThrow('closed')
    expect(await session.fetch(requestOf('https://api.example.com/'))).toMatchObject({ kind: 'blocked' })
    expect(() => sessionOf(engine, grantOf([]))).toThrow('closed')
  })

  it('fails its probe when its address policy allows a forbidden address', async () => {
    await using engine = engineOf({ addressPolicy: () => ({ allowed: true }) })
    await expect(engine.probe()).rejects.toThrow('policy')
  })
})
