import { describe, expect, it } from 'vitest'
import type { CredentialUse } from '../contract/manifest.ts'
import type { Clock } from '../core/ports.ts'
import type { Exchange } from './exchange.ts'
import { createTokenCache } from './oauth2.ts'
import { boundOf, engineOf, grantOf, requestOf, sessionOf, type TestSecrets, textOf } from './testing/engine-fixture.ts'
import { type Answer, type SeenRequest, startServer } from './testing/local-server.ts'

const tokenPath = '/v1/token'
const secrets = ['CLIENT_ID', 'CLIENT_SECRET', 'API_KEY']

/** A provider that issues `token-1`, `token-2`, … and accepts those for which `accepts` returns true. */
async function setUp({
  accepts = (token: string) => token !== '',
  tokenAnswer = (count: number, response) =>
    void response.end(JSON.stringify({ access_token: `token-${count}`, token_type: 'Bearer', expires_in: 1800 })),
  api = (_request, response) => void response.end('result'),
  hosts = (host: string) => [host],
}: {
  accepts?: (token: string, request: SeenRequest) => boolean
  tokenAnswer?: (count: number, response: Parameters<Answer>[1], request: SeenRequest) => void
  api?: Answer
  hosts?: (host: string) => string[]
} = {}) {
  const tokenRequests: SeenRequest[] = []
  const apiRequests: SeenRequest[] = []
  const server = await startServer((request, response) => {
    if (request.path === tokenPath) {
      tokenRequests.push(request)
      tokenAnswer(tokenRequests.length, response, request)
      return
    }
    apiRequests.push(request)
    const token = String(request.headers.authorization ?? '').replace('Bearer ', '')
    if (accepts(token, request)) api(request, response)
    else response.writeHead(401).end('who are you')
  })
  const host = `api.example.com:${server.port}`
  let nowMs = 1_000_000
  const clock: Clock = { now: () => nowMs, monotonic: () => nowMs }
  const held = {
    CLIENT_ID: { value: 'the client & id', hosts: hosts(host) },
    CLIENT_SECRET: { value: 'the+client/secret', hosts: hosts(host) },
    API_KEY: { value: 'a-plain-api-key', hosts: [host] },
  }
  const engine = engineOf({ clock })
  const credential: CredentialUse = {
    kind: 'oauth2_client_credentials',
    host,
    token_path: tokenPath,
    client_id: 'CLIENT_ID',
    client_secret: 'CLIENT_SECRET',
  }
  const uses = { provider: credential }
  const open = (
    grant = grantOf([host, `other.example.com:${server.port}`], { secrets }),
    signal?: AbortSignal,
    own: TestSecrets = {},
    skill = 'test-skill',
  ) =>
    sessionOf(engine, grant, {
      credentials: boundOf({ ...held, ...own }),
      uses,
      skill,
      ...(signal === undefined ? {} : { signal }),
    })
  return {
    server,
    engine,
    host,
    url: `https://${host}/search`,
    tokenRequests,
    apiRequests,
    uses,
    open,
    advance: (ms: number) => {
      nowMs += ms
    },
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

describe('OAuth2 client credentials', () => {
  it('get a token with the real secrets and add it to requests to the host, in place of the skill’s header', async () => {
    await using t = await setUp()
    const result = await t.open().fetch(requestOf(t.url, { headers: [['Authorization', 'Bearer of the skill']] }))
    expect(textOf(result)).toBe('result')
    expect(t.tokenRequests[0]).toMatchObject({ method: 'POST' })
    expect(Object.fromEntries(new URLSearchParams(t.tokenRequests[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'the client & id',
      client_secret: 'the+client/secret',
    })
    expect(t.apiRequests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1'])
  })

  it('need no token round trip on a cache hit, even for another skill’s execution', async () => {
    await using t = await setUp()
    await t.open().fetch(requestOf(t.url))
    await t.open().fetch(requestOf(t.url))
    await t.open(undefined, undefined, {}, 'another-skill').fetch(requestOf(t.url))
    expect(t.tokenRequests).toHaveLength(1)
    expect(t.apiRequests).toHaveLength(3)
  })

  it('get a separate token for an execution with other secrets', async () => {
    await using t = await setUp()
    await t.open().fetch(requestOf(t.url))
    await t
      .open(undefined, undefined, { CLIENT_SECRET: { value: 'another-secret', hosts: [t.host] } })
      .fetch(requestOf(t.url))
    expect(t.tokenRequests).toHaveLength(2)
    expect(t.apiRequests.at(-1)?.headers.authorization).toBe('Bearer token-2')
  })

  it('coalesce concurrent token requests', async () => {
    await using t = await setUp()
    const results = await Promise.all(Array.from({ length: 10 }, () => t.open().fetch(requestOf(t.url))))
    expect(results.map((result) => result.kind === 'response' && result.status)).toEqual(Array(10).fill(200))
    expect(t.tokenRequests).toHaveLength(1)
  })

  it('renew a token a minute before it expires', async () => {
    await using t = await setUp()
    await t.open().fetch(requestOf(t.url))
    t.advance(1_739_999)
    await t.open().fetch(requestOf(t.url))
    expect(t.tokenRequests).toHaveLength(1)
    t.advance(1)
    await t.open().fetch(requestOf(t.url))
    expect(t.tokenRequests).toHaveLength(2)
    expect(t.apiRequests.at(-1)?.headers.authorization).toBe('Bearer token-2')
  })

  it.each<[unknown, number, string]>([
    ['50', 45_000, 'when a tenth of it is left'],
    [null, 270_000, 'as if it were five minutes'],
    [0, 270_000, 'as if it were five minutes'],
    [-1, 270_000, 'as if it were five minutes'],
    [1e12, 270_000, 'as if it were five minutes'],
    ['soon', 270_000, 'as if it were five minutes'],
  ])('renew a token whose stated lifetime in seconds is %j after %d ms, %s', async (lifetime, renewedAfterMs) => {
    await using t = await setUp({
      tokenAnswer: (count, response) =>
        void response.end(JSON.stringify({ access_token: `token-${count}`, expires_in: lifetime })),
    })
    await t.open().fetch(requestOf(t.url))
    t.advance(renewedAfterMs - 1)
    await t.open().fetch(requestOf(t.url))
    expect(t.tokenRequests).toHaveLength(1)
    t.advance(1)
    await t.open().fetch(requestOf(t.url))
    expect(t.tokenRequests).toHaveLength(2)
  })

  it('renew a cached token that the API refuses, and repeat the request, body included', async () => {
    let revoked = ''
    await using t = await setUp({ accepts: (token) => token !== revoked })
    await t.open().fetch(requestOf(t.url))
    revoked = 'token-1'
    const result = await t.open().fetch(requestOf(t.url, { method: 'POST', body: Buffer.from('search') }))
    expect(textOf(result)).toBe('result')
    expect(t.apiRequests.slice(1)).toMatchObject([
      { body: 'search', headers: { authorization: 'Bearer token-1' } },
      { body: 'search', headers: { authorization: 'Bearer token-2' } },
    ])
  })

  it('repeat a refused request only once, even if other executions keep renewing the token', async () => {
    let isRevoked = false
    await using t = await setUp({ accepts: () => !isRevoked })
    await t.open().fetch(requestOf(t.url))
    isRevoked = true
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => t.open().fetch(requestOf(`${t.url}?execution=${index}`))),
    )
    const times = Map.groupBy(t.apiRequests.slice(1), ({ path }) => path)
    expect([...times.values()].filter(({ length }) => length > 2)).toEqual([])
  })

  it('pass on the API’s refusal of a fresh token without a retry loop', async () => {
    await using t = await setUp({ accepts: () => false })
    expect(await t.open().fetch(requestOf(t.url))).toMatchObject({ kind: 'response', status: 401 })
    expect(t.tokenRequests).toHaveLength(1)
    expect(t.apiRequests).toHaveLength(1)
  })

  it.each([
    [400, 401],
    [401, 401],
    [403, 401],
    [429, 429],
    [500, 500],
    [503, 503],
  ])('report status %i of the token endpoint as %i with a scrubbed body, and call no API', async (status, shown) => {
    await using t = await setUp({
      tokenAnswer: (_, response, request) =>
        void response
          .writeHead(status, { 'content-type': 'application/json', 'x-internal': 'x' })
          .end(
            JSON.stringify({ error: 'invalid_client', echo: new URLSearchParams(request.body).get('client_secret') }),
          ),
    })
    const session = t.open()
    const result = await session.fetch(requestOf(t.url))
    expect(result).toMatchObject({ kind: 'response', status: shown, headers: [['content-type', 'application/json']] })
    expect(JSON.parse(textOf(result))).toEqual({
      error: 'invalid_client',
      echo: session.placeholders.CLIENT_SECRET,
    })
    expect(t.apiRequests).toEqual([])
  })

  it.each([
    ['not JSON', 'oops'],
    ['JSON without a token', '{}'],
    ['a token that would inject a header', '{"access_token":"a\\r\\nx: y"}'],
    ['a token of another type', '{"access_token":"a","token_type":"mac"}'],
  ])('fail with a network error when the answer is %s', async (_, text) => {
    await using t = await setUp({ tokenAnswer: (_count, response) => void response.end(text) })
    expect(await t.open().fetch(requestOf(t.url))).toMatchObject({ kind: 'failed', reason: 'network' })
    expect(t.apiRequests).toEqual([])
  })

  it('do not follow a redirect of the token endpoint, because the request contains the secrets', async () => {
    await using t = await setUp({
      tokenAnswer: (_, response) =>
        void response.writeHead(307, { location: '/elsewhere' }).end('{"access_token":"token-1"}'),
    })
    expect(await t.open().fetch(requestOf(t.url))).toMatchObject({ kind: 'failed', reason: 'network' })
    expect(t.server.seen).toHaveLength(1)
  })

  it('scrub the token and the secrets from the API’s responses', async () => {
    await using t = await setUp({
      api: ({ headers }, response) => void response.end(`${headers.authorization} the+client/secret`),
    })
    const session = t.open()
    expect(textOf(await session.fetch(requestOf(t.url)))).toBe(
      `Bearer [REDACTED] ${session.placeholders.CLIENT_SECRET}`,
    )
  })

  it('scrub a renewed token too, in a session that used the previous one', async () => {
    let revoked = ''
    await using t = await setUp({
      accepts: (token) => token !== revoked,
      api: ({ headers }, response) => void response.end(headers.authorization),
    })
    const session = t.open()
    expect(textOf(await session.fetch(requestOf(t.url)))).toBe('Bearer [REDACTED]')
    revoked = 'token-1'
    expect(textOf(await session.fetch(requestOf(t.url)))).toBe('Bearer [REDACTED]')
    expect(t.tokenRequests).toHaveLength(2)
  })

  it('lead to an answer 401 and to at most 32 token requests if the server refuses every token', async () => {
    await using t = await setUp({ accepts: () => false })
    const session = t.open()
    for (let n = 0; n < 50; n += 1) {
      expect(await session.fetch(requestOf(t.url))).toMatchObject({ kind: 'response', status: 401 })
    }
    expect(t.tokenRequests).toHaveLength(32)
  })

  it('never put a gateway-managed secret into a request of the skill', async () => {
    await using t = await setUp()
    const session = t.open()
    const body = Buffer.from(`client_secret=${session.placeholders.CLIENT_SECRET}`)
    const result = await session.fetch(requestOf(`https://${t.host}${tokenPath}`, { method: 'POST', body }))
    expect(result).toMatchObject({ kind: 'blocked' })
    const grants = t.server.seen.map((request) => new URLSearchParams(request.body).get('grant_type'))
    expect(grants, 'only the gateway’s own token request is sent').toEqual(['client_credentials'])
  })

  it('do not send the token to another declared host', async () => {
    await using t = await setUp({
      api: ({ path }, response) => {
        if (path === '/search') {
          response.writeHead(302, { location: `https://other.example.com:${t.server.port}/end` }).end()
        } else response.end('end')
      },
      accepts: () => true,
    })
    await t.open().fetch(requestOf(t.url))
    expect(t.apiRequests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', undefined])
  })

  it('fail as unconfigured, without a connection, if a secret has no value, is not allowed for the host or not granted', async () => {
    await using t = await setUp({ hosts: () => ['api.elsewhere.example'] })
    expect(await t.open().fetch(requestOf(t.url))).toEqual({ kind: 'unconfigured', secret: 'CLIENT_ID' })
    await using withheld = await setUp()
    const session = withheld.open(grantOf([withheld.host], { secrets: ['CLIENT_ID'] }))
    expect(await session.fetch(requestOf(withheld.url))).toEqual({ kind: 'unconfigured', secret: 'CLIENT_SECRET' })
    const empty = sessionOf(withheld.engine, grantOf([withheld.host], { secrets }), {
      credentials: boundOf({ CLIENT_ID: { value: 'the client & id', hosts: [withheld.host] } }),
      uses: withheld.uses,
    })
    expect(await empty.fetch(requestOf(withheld.url))).toEqual({ kind: 'unconfigured', secret: 'CLIENT_SECRET' })
    expect(t.server.connections() + withheld.server.connections()).toBe(0)
  })
})

describe('createTokenCache', () => {
  const clock = { now: () => 0, monotonic: () => 0 }
  const { signal } = new AbortController()
  const answerOf = (token: string, status = 200): Exchange => ({
    kind: 'response',
    status,
    headers: [],
    body: Buffer.from(`{"access_token":"${token}"}`),
  })
  /** A cache, and a request that the test answers. `timeOut` ends the time of the last one. */
  function setUpCache() {
    let timeOut: () => void = () => undefined
    const cache = createTokenCache({
      clock,
      after(_, callback) {
        timeOut = callback
        return () => undefined
      },
    })
    const asked: { readonly signal: AbortSignal; readonly answer: (exchange: Exchange) => void }[] = []
    const request = (given: AbortSignal) => new Promise<Exchange>((answer) => asked.push({ signal: given, answer }))
    return { cache, asked, request, timeOut: () => timeOut() }
  }

  it('keeps the newer token when the refusal of an older one arrives late', async () => {
    const { cache } = setUpCache()
    let count = 0
    const request = async () => {
      count += 1
      return answerOf(`token-${count}`)
    }
    const first = await cache.get('key', request, signal)
    if (first.kind !== 'token') throw new Error(`expected a token, got ${first.kind}`)
    cache.drop('key', first.token)
    await cache.get('key', request, signal)
    cache.drop('key', first.token)
    expect(await cache.get('key', request, signal)).toMatchObject({ cached: true, token: { value: 'token-2' } })
  })

  it('cancels a request when the last caller leaves, and keeps no token of it', async () => {
    const { cache, asked, request } = setUpCache()
    const leaves = [new AbortController(), new AbortController()]
    const outcomes = leaves.map((leave) => cache.get('key', request, leave.signal))
    leaves[0]?.abort()
    await outcomes[0]
    expect(asked[0]?.signal.aborted).toBe(false)
    leaves[1]?.abort()
    expect(await Promise.all(outcomes)).toEqual([{ kind: 'aborted' }, { kind: 'aborted' }])
    expect(asked[0]?.signal.aborted).toBe(true)

    // The next callers share a request of their own, whatever the old one still answers.
    const next = cache.get('key', request, signal)
    asked[0]?.answer(answerOf('late'))
    await new Promise(setImmediate)
    const other = cache.get('key', request, signal)
    expect(asked).toHaveLength(2)
    asked[1]?.answer(answerOf('token-2'))
    const token = { kind: 'token', token: { value: 'token-2' }, cached: false }
    expect(await Promise.all([next, other])).toMatchObject([token, token])
  })

  it('asks again after a request that failed', async () => {
    const { cache, asked, request } = setUpCache()
    const first = cache.get('key', request, signal)
    asked[0]?.answer({ kind: 'failed', reason: 'network', message: 'no route' })
    expect(await first).toEqual({ kind: 'failed', reason: 'network', message: 'no route' })
    const second = cache.get('key', request, signal)
    asked[1]?.answer(answerOf('token-2'))
    expect(await second).toMatchObject({ kind: 'token' })
  })

  it('says that the time is up when the token endpoint does not answer', async () => {
    const { cache, asked, request, timeOut } = setUpCache()
    const outcome = cache.get('key', request, signal)
    timeOut()
    expect(asked[0]?.signal.aborted).toBe(true)
    asked[0]?.answer({ kind: 'failed', reason: 'network', message: 'aborted' })
    expect(await outcome).toMatchObject({ kind: 'failed', reason: 'timeout' })
  })

  it('takes no token from a redirect', async () => {
    const { cache, asked, request } = setUpCache()
    const outcome = cache.get('key', request, signal)
    asked[0]?.answer(answerOf('token', 300))
    expect(await outcome).toMatchObject({ kind: 'failed', reason: 'network' })
  })
})
