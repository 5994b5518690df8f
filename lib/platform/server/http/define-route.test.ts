import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { Principal } from '#runner/contract/principal.ts'
import { currentFairKey } from '#runner/queue/fair-key.ts'
import type { Context } from '../auth/context.ts'
import { clientAddressHeader } from './client-address.ts'
import { createDefineRoute, type RoutePorts } from './define-route.ts'
import { createOriginCheck } from './origin.ts'
import { type Outcome, refuse, refuseTooMany } from './outcome.ts'
import { createRateLimits } from './rate-limit.ts'
import { requestTargetHeader } from './request-target.ts'

const traveler: Principal = { id: 'user_traveler', role: 'traveler', source: 'dm-approved', trust: 'write' }
const operator: Principal = { id: 'user_operator', role: 'operator', source: 'main', trust: 'full' }
const guest: Principal = { id: 'user_guest', role: 'guest', source: 'public', trust: 'network' }

function harness(principal: Principal | null = traveler, policies = {}) {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const ports = {
    authenticate: vi.fn(async () => principal),
    admitToken: vi.fn(
      async (_request: Request, scope?: string): Promise<Outcome<Principal>> =>
        scope === undefined ? refuse('FORBIDDEN') : { ok: true, value: operator },
    ),
    requireFreshSignIn: vi.fn(async (): Promise<Outcome<undefined>> => ({ ok: true, value: undefined })),
    beginGuest: vi.fn(async (): Promise<Outcome<Principal>> => ({ ok: true, value: guest })),
    checkOrigin: createOriginCheck({ publicUrl: undefined }),
    limits: createRateLimits({ policies }),
    diskRoom: { problem: vi.fn((): string | undefined => undefined) },
    log,
  } satisfies RoutePorts
  return { defineRoute: createDefineRoute(() => ports), ports, log }
}

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://localhost:3000/api/x', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
const get = (query = '', headers: Record<string, string> = {}) =>
  new Request(`http://localhost:3000/api/x${query}`, { headers })

const body = z.strictObject({ skill: z.string(), count: z.int().optional() })
const echo = ({ input, context }: { input: unknown; context: Context }) => ({
  body: { input, who: context.principal.id },
})

describe('a route of operators', () => {
  const bearer = { authorization: 'Bearer ctk_x' }
  const callWith = async (declared: object, request: Request) => {
    const { defineRoute, ports } = harness(null)
    const response = await defineRoute({ who: 'operator', limit: 'default', ...declared, handle: echo })(request)
    return { ports, status: response.status, body: await response.json() }
  }

  it('admits a token only with the scope that it declares, and never asks the session then', async () => {
    const admitted = await callWith({ scope: 'skills' }, post('{}', bearer))
    expect([admitted.status, admitted.body.who]).toEqual([200, operator.id])
    expect(admitted.ports.admitToken).toHaveBeenCalledWith(expect.anything(), 'skills')
    expect(admitted.ports.authenticate).not.toHaveBeenCalled()
    for (const [declared, request] of [
      [{}, post('{}', bearer)],
      [{}, get('', bearer)],
      // Whatever it declares, reading changes nothing.
      [{ scope: 'read' }, post('{}', bearer)],
    ] as const) {
      expect((await callWith(declared, request)).status).toBe(403)
    }
    expect((await callWith({ scope: 'read' }, get('', bearer))).status).toBe(200)
  })

  it('uses up a proof only for a request that is otherwise right', async () => {
    const { defineRoute, ports } = harness(operator)
    const handle = vi.fn(echo)
    const route = defineRoute({ who: 'operator', limit: 'default', needsFreshSignIn: true, body, handle })
    expect((await route(post('{}'))).status).toBe(400)
    expect(ports.requireFreshSignIn).not.toHaveBeenCalled()
    expect((await route(post('{"skill":"x"}'))).status).toBe(200)
    expect(ports.requireFreshSignIn).toHaveBeenCalledOnce()
    ports.requireFreshSignIn.mockResolvedValue(refuse('FORBIDDEN'))
    expect((await route(post('{"skill":"x"}'))).status).toBe(403)
    expect(handle).toHaveBeenCalledOnce()
  })

  it('asks for no proof exactly if that of an earlier call stands for this one', async () => {
    const { defineRoute, ports } = harness(operator)
    ports.requireFreshSignIn.mockResolvedValue(refuse('FORBIDDEN'))
    const isProved = vi.fn(() => true)
    const route = defineRoute({
      who: 'operator',
      limit: 'default',
      needsFreshSignIn: true,
      isProved,
      body,
      handle: echo,
    })
    expect((await route(post('{"skill":"x"}'))).status).toBe(200)
    expect(isProved).toHaveBeenCalledWith(
      expect.objectContaining({ context: expect.objectContaining({ principal: operator }) }),
    )
    isProved.mockReturnValue(false)
    expect((await route(post('{"skill":"x"}'))).status).toBe(403)
  })
})

describe('on a full disk', () => {
  it('refuses requests that store data, without reading or starting a session, and serves all others', async () => {
    const { defineRoute, ports } = harness(null)
    ports.diskRoom.problem.mockReturnValue('The disk of this app is full: its operator must free space.')
    for (const who of ['visitor', 'session', 'operator'] as const) {
      const response = await defineRoute({ who, limit: 'default', handle: echo })(get())
      expect(response.status).toBe(503)
      expect(await response.json()).toEqual({
        error: {
          code: 'STORAGE_FULL',
          fault: 'operator',
          remedy: 'Free space on the disk of this instance.',
          message: 'The disk of this app is full: its operator must free space.',
        },
      })
    }
    expect(ports.authenticate).not.toHaveBeenCalled()
    expect(ports.beginGuest).not.toHaveBeenCalled()
    const open = { who: 'anyone', limit: 'default', handle: echo } as const
    expect((await defineRoute(open)(get())).status).toBe(200)
    expect((await defineRoute({ ...open, body })(post('{}'))).status).toBe(503)
  })
})

describe('access', () => {
  it('answers UNAUTHENTICATED without a session, before it reads the body', async () => {
    const { defineRoute } = harness(null)
    const handle = vi.fn(echo)
    const response = await defineRoute({ who: 'session', limit: 'default', body, handle })(post('not json'))
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      error: {
        code: 'UNAUTHENTICATED',
        fault: 'caller',
        remedy: 'Sign in, start a guest session, or send a valid key.',
        message: expect.stringContaining('guest'),
      },
    })
    expect(handle).not.toHaveBeenCalled()
  })

  it('says that a compressed body must be sent as it is, and reads one that names no compression', async () => {
    const { defineRoute } = harness()
    const route = defineRoute({ who: 'anyone', limit: 'default', body, handle: echo })
    const plain = JSON.stringify({ skill: 'a' })
    const compressed = await route(post(gzipSync(plain), { 'content-encoding': 'gzip' }))
    expect(compressed.status).toBe(400)
    expect(await compressed.json()).toMatchObject({
      error: { details: { 'content-encoding': expect.stringContaining('uncompressed') } },
    })
    expect((await route(post(plain, { 'content-encoding': 'Identity' }))).status).toBe(200)
  })

  it('does not read the body of a request that the first check of the route refuses', async () => {
    const { defineRoute } = harness()
    const pull = vi.fn()
    const stream = new ReadableStream({ pull }, { highWaterMark: 0 })
    const headers = { 'content-type': 'application/json' }
    const streamed = { method: 'POST', body: stream, headers, duplex: 'half' }
    const request = new Request('http://localhost:3000/api/x', streamed)
    const route = defineRoute({
      who: 'anyone',
      limit: 'default',
      params: z.object({ id: z.string() }),
      body,
      checkFirst: {
        check: async ({ params }) => refuse('NOT_FOUND', { message: `There is no ${params.id}.` }),
      },
      handle: echo,
    })
    const response = await route(request, { params: Promise.resolve({ id: 'exec_x' }) })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { message: 'There is no exec_x.' } })
    expect(pull).not.toHaveBeenCalled()
  })

  it('gives the handler what its first check found, and the query beside the body', async () => {
    const { defineRoute } = harness(traveler)
    const route = defineRoute({
      who: 'session',
      limit: 'default',
      query: z.strictObject({ source: z.string() }),
      body: z.strictObject({ from: z.string() }),
      checkFirst: { check: async () => ({ ok: true, value: 'found' }) },
      handle: ({ first, query, input }) => ({ body: { first, query, input } }),
    })
    const send = (source: string, sent: object) => {
      const { method, headers } = post('')
      return route(new Request(get(`?${source}`).url, { method, headers, body: JSON.stringify(sent) }))
    }
    const answered = await send('source=main', { from: 'AUA' })
    expect(await answered.json()).toEqual({ first: 'found', query: { source: 'main' }, input: { from: 'AUA' } })
    expect((await send('sorce=main', { from: 'AUA' })).status).toBe(400)
    expect((await send('source=main', { form: 'AUA' })).status).toBe(400)
  })

  it('sends only what the schema of the output allows, and fails if the answer does not match it', async () => {
    const { defineRoute, log } = harness(traveler)
    const route = (handle: () => Outcome<unknown>) =>
      defineRoute({ who: 'session', limit: 'default', output: z.object({ id: z.int() }), status: 201, handle })(get())
    const sent = await route(() => ({ ok: true, value: { id: 1, secret: 'x' } }))
    expect(sent.status).toBe(201)
    expect(await sent.json()).toEqual({ id: 1 })
    expect((await route(() => ({ ok: true, value: {} }))).status).toBe(500)
    expect(log.error).toHaveBeenCalledOnce()
    expect((await route(() => refuse('CONFLICT'))).status).toBe(409)
  })

  it('carries the declaration of the route, from which the API is described', () => {
    const { defineRoute } = harness()
    const described = { operation: 'read', summary: 'Reads.', answers: { 200: { description: 'It' } } }
    const { declared } = defineRoute({ ...described, who: 'session', limit: 'default', body, handle: echo })
    expect(declared).toMatchObject({ ...described, who: 'session' })
    expect(declared.body).toBe(body)
  })

  it.each(['get', 'post', 'delete'] as const)('declares the exports of a file that answers only %s', async (method) => {
    const { defineRoute } = harness()
    const file = defineRoute[method]({ who: 'session', limit: 'default', handle: () => ({ body: 'here' }) })
    const send = (name: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
      file[name](new Request('http://localhost:3000/api/x', { method: name }))
    for (const name of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect((await send(name)).status, name).toBe(name.toLowerCase() === method ? 200 : 405)
    }
  })

  it('answers FORBIDDEN to a traveler on an operator route', async () => {
    const { defineRoute } = harness(traveler)
    const response = await defineRoute({ who: 'operator', limit: 'default', handle: echo })(get())
    expect(response.status).toBe(403)
  })

  it('uses the public principal on a route for anyone', async () => {
    const { defineRoute, ports } = harness(operator)
    const response = await defineRoute({ who: 'anyone', limit: 'default', handle: echo })(get())
    expect(await response.json()).toEqual({ who: 'public' })
    expect(ports.authenticate).not.toHaveBeenCalled()
  })

  it('starts a session only for a visitor’s POST that states our own origin', async () => {
    const { defineRoute, ports } = harness(null)
    const route = defineRoute({ who: 'visitor', limit: 'default', handle: echo })
    const own = { origin: 'http://localhost:3000', host: 'localhost:3000' }
    const answer = await route(post('', own))
    expect(await answer.json()).toEqual({ who: 'user_guest' })
    expect(ports.beginGuest).toHaveBeenCalledOnce()
    for (const [status, request] of [
      [401, get('', own)],
      [401, post('')],
      [403, post('', { ...own, origin: 'https://evil.example' })],
      [403, post('', { ...own, 'sec-fetch-site': 'same-site' })],
    ] as const) {
      expect((await route(request)).status).toBe(status)
    }
    expect(ports.beginGuest).toHaveBeenCalledOnce()
  })

  it('sends the cookie of a new session with the answer, also if the operation fails', async () => {
    const { ports } = harness(null)
    const beginGuest = async (_request: Request, answer: Headers): Promise<Outcome<Principal>> => {
      answer.append('set-cookie', 'a=1')
      return { ok: true, value: guest }
    }
    const defineRoute = createDefineRoute(() => ({ ...ports, beginGuest }))
    const own = { origin: 'http://localhost:3000', host: 'localhost:3000' }
    const fails = () => {
      throw new Error('failed')
    }
    for (const [status, handle] of [
      [200, echo],
      [500, fails],
    ] as const) {
      const answer = await defineRoute({ who: 'visitor', limit: 'default', handle })(post('', own))
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([status, ['a=1']])
    }
  })

  it('starts no session for a visitor whose request is refused because of its input or a limit', async () => {
    const own = { origin: 'http://localhost:3000', host: 'localhost:3000' }
    const { defineRoute, ports } = harness(null, { search: { points: 2, durationS: 60 } })
    const route = defineRoute({ who: 'visitor', limit: 'search', body, handle: echo })
    expect((await route(post('{}', own))).status).toBe(400)
    expect(ports.beginGuest).not.toHaveBeenCalled()
    expect((await route(post('{"skill":"a"}', own))).status).toBe(200)
    expect(ports.beginGuest).toHaveBeenCalledOnce()
    expect((await route(post('{"skill":"a"}', own))).status).toBe(429)
    expect(ports.beginGuest).toHaveBeenCalledOnce()
  })

  it('starts no session for a visitor who has one, or on a route that requires one', async () => {
    const own = { origin: 'http://localhost:3000', host: 'localhost:3000' }
    const { defineRoute, ports } = harness(traveler)
    const answer = await defineRoute({ who: 'visitor', limit: 'default', handle: echo })(post('', own))
    expect(await answer.json()).toEqual({ who: 'user_traveler' })
    ports.authenticate.mockResolvedValue(null)
    expect((await defineRoute({ who: 'session', limit: 'default', handle: echo })(post('', own))).status).toBe(401)
    expect(ports.beginGuest).not.toHaveBeenCalled()
  })

  it('refuses a visitor whose address has started too many sessions', async () => {
    const { defineRoute, ports } = harness(null)
    ports.beginGuest.mockResolvedValue(refuseTooMany(9_000))
    const route = defineRoute({ who: 'visitor', limit: 'default', handle: echo })
    const answer = await route(post('', { origin: 'http://localhost:3000', host: 'localhost:3000' }))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '9'])
  })

  it('refuses a foreign origin before it reads the session', async () => {
    const { defineRoute, ports } = harness()
    const route = defineRoute({ who: 'session', limit: 'default', body, handle: echo })
    const response = await route(post('{"skill":"a"}', { origin: 'https://evil.example' }))
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'FORBIDDEN' } })
    expect(ports.authenticate).not.toHaveBeenCalled()
  })
})

describe('limits', () => {
  it('does the work for a caller in the turns of the caller’s key: the account, or the address of a guest', async () => {
    const keyed = { who: 'session', limit: 'default', handle: () => ({ body: currentFairKey() }) } as const
    const headers = { [clientAddressHeader]: '198.51.100.7' }
    const ofAccount = await harness().defineRoute(keyed)(get('', headers))
    const ofGuest = await harness(guest).defineRoute(keyed)(get('', headers))
    expect([await ofAccount.json(), await ofGuest.json()]).toEqual(['user_traveler', 'address 198.51.100.7'])
  })

  it('answers RATE_LIMITED with Retry-After', async () => {
    const { defineRoute } = harness(traveler, { search: { points: 1, durationS: 60 } })
    const route = defineRoute({ who: 'session', limit: 'search', handle: echo })
    await route(get())
    const response = await route(get())
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  })

  it('limits guests by address, because anyone can start new guests', async () => {
    const { defineRoute, ports } = harness(guest, { search: { points: 1, durationS: 60 } })
    const route = defineRoute({ who: 'session', limit: 'search', handle: echo })
    const from = (address: string) => get('', { [clientAddressHeader]: address })
    await route(from('198.51.100.7'))
    ports.authenticate.mockResolvedValue({ ...guest, id: 'user_other' })
    expect((await route(from('198.51.100.7'))).status).toBe(429)
    expect((await route(from('203.0.113.9'))).status).toBe(200)
  })

  describe('at once', () => {
    /** A route with one place per caller, whose requests end when the test says so. */
    function setUp() {
      const { defineRoute } = harness(guest, { search: { points: 3, durationS: 60, atOnce: 1 } })
      const begun: Array<{ end(response?: Response): void; fail(cause: Error): void }> = []
      const handle = () => {
        const { promise, resolve, reject } = Promise.withResolvers<Response>()
        begun.push({ end: (response = new Response('done')) => resolve(response), fail: reject })
        return promise
      }
      const route = defineRoute({ who: 'session', limit: 'search', handle })
      const from = (address: string, init: RequestInit = {}) =>
        route(new Request('http://localhost:3000/api/x', { ...init, headers: { [clientAddressHeader]: address } }))
      return { begun, from, settled: () => new Promise((resolve) => setImmediate(resolve)) }
    }
    const [ana, ben] = ['198.51.100.7', '203.0.113.9']

    it('lets the further requests of a caller wait, and not those of another', async () => {
      const { begun, from, settled } = setUp()
      const all = [from(ana), from(ana), from(ben)]
      await settled()
      expect(begun).toHaveLength(2)
      begun[0]?.end()
      await (await all[0])?.text()
      await settled()
      expect(begun).toHaveLength(3)
      for (const { end } of begun) end()
      expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200])
    })

    it('counts a request until its body has been sent', async () => {
      const { begun, from, settled } = setUp()
      const [first, second] = [from(ana), from(ana)]
      await settled()
      begun[0]?.end(new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1)) })))
      const { body } = await first
      await settled()
      expect(begun).toHaveLength(1)
      await body?.cancel()
      await settled()
      expect(begun).toHaveLength(2)
      begun[1]?.end()
      await second
    })

    it('counts a stream that took the turn until it ends it, and the head of one no longer', async () => {
      const { defineRoute } = harness(guest, { search: { points: 3, durationS: 60, atOnce: 1 } })
      const begun: string[] = []
      const route = defineRoute({
        who: 'session',
        limit: 'search',
        handle({ turn, request }) {
          begun.push(request.method)
          const held = turn.move()
          return new Response(new ReadableStream({ cancel: () => held.dispose() }, { highWaterMark: 0 }))
        },
      })
      const ask = (method: string) => route(new Request('http://localhost:3000/api/x', { method }))
      await ask('HEAD')
      const first = await ask('GET')
      const second = ask('POST')
      await new Promise((resolve) => setImmediate(resolve))
      expect(begun).toEqual(['HEAD', 'GET'])
      await first.body?.cancel()
      await (await second).body?.cancel()
      expect(begun).toEqual(['HEAD', 'GET', 'POST'])
    })

    it('drops the waiting requests of a client that has left', async () => {
      const { begun, from, settled } = setUp()
      const left = new AbortController()
      const [first, waiting] = [from(ana), from(ana, { signal: left.signal })]
      await settled()
      left.abort()
      expect(await (await waiting).json()).toMatchObject({ error: { code: 'CANCELLED' } })
      expect(begun).toHaveLength(1)
      begun[0]?.end()
      await first
    })

    it.each(['takes', 'leaves'])(
      'no longer counts a client that left before its stream began, if the handler %s the turn',
      async (does) => {
        const { defineRoute } = harness(guest, { search: { points: 3, durationS: 60, atOnce: 1 } })
        const left = new AbortController()
        const cancelled: string[] = []
        const route = defineRoute({
          who: 'session',
          limit: 'search',
          async handle({ turn, request }) {
            const held = does === 'takes' ? turn.move() : undefined
            if (request.method === 'GET') left.abort()
            const cancel = () => {
              cancelled.push(request.method)
              held?.dispose()
            }
            return new Response(new ReadableStream({ cancel }, { highWaterMark: 0 }))
          },
        })
        const ask = (init: RequestInit) => route(new Request('http://localhost:3000/api/x', init))
        const first = await ask({ signal: left.signal })
        expect(await first.json()).toMatchObject({ error: { code: 'CANCELLED' } })
        expect(cancelled).toEqual(['GET'])
        await (await ask({ method: 'POST' })).body?.cancel()
        expect(cancelled).toEqual(['GET', 'POST'])
      },
    )

    it('no longer counts a request that failed, or whose answer has no body to send', async () => {
      const { begun, from, settled } = setUp()
      const all = [from(ana), from(ana, { method: 'HEAD' }), from(ana)]
      await settled()
      begun[0]?.fail(new Error('broken'))
      await settled()
      begun[1]?.end()
      await settled()
      begun[2]?.end()
      expect((await Promise.all(all)).map(({ status }) => status)).toEqual([500, 200, 200])
    })
  })

  it('refuses a body of 2 MB as soon as it is too large', async () => {
    const { defineRoute } = harness()
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024
        if (sent > 2 * 1024 * 1024) controller.close()
        else controller.enqueue(new Uint8Array(64 * 1024).fill(32))
      },
    })
    const init = { method: 'POST', body: endless, duplex: 'half', headers: { 'content-type': 'application/json' } }
    const route = defineRoute({ who: 'session', limit: 'invoke', body, handle: echo })
    const response = await route(new Request('http://localhost:3000/api/x', init))
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({
      error: { code: 'PAYLOAD_TOO_LARGE', message: expect.stringContaining('256 KB') },
    })
    expect(sent).toBeLessThan(512 * 1024)
  })

  it('refuses a request by its content-length, without reading the body', async () => {
    const { defineRoute } = harness()
    const route = defineRoute({ who: 'session', limit: 'invoke', body, bodyLimitBytes: 1024, handle: echo })
    const pull = vi.fn()
    const stream = new ReadableStream({ pull }, { highWaterMark: 0 })
    const headers = { 'content-type': 'application/json', 'content-length': '5000' }
    const streamed = { method: 'POST', body: stream, headers, duplex: 'half' }
    expect((await route(new Request('http://localhost:3000/api/x', streamed))).status).toBe(413)
    expect(pull).not.toHaveBeenCalled()
  })
})

describe('input', () => {
  const { defineRoute } = harness()
  const route = defineRoute({ who: 'session', limit: 'invoke', body, handle: echo })

  it.each([
    ['{"skill":', 'body', {}],
    ['', 'body', {}],
    ['[]', 'body', {}],
    ['{}', 'skill', {}],
    ['{"skill":1}', 'skill', {}],
    ['{"skill":"a","count":"2"}', 'count', {}],
    ['{"skill":"a","colour":"red"}', 'colour', {}],
    ['{"skill":"a"}', 'content-type', { 'content-type': 'text/plain' }],
  ])('answers INVALID_INPUT to %j and names %s', async (text, field, headers) => {
    const response = await route(post(text, headers))
    expect(response.status).toBe(400)
    const { error } = z
      .object({ error: z.looseObject({ details: z.record(z.string(), z.string()) }) })
      .parse(await response.json())
    expect(error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(`${field}: `) })
    expect(Object.keys(error.details)).toEqual([field])
  })

  it('answers INVALID_INPUT to bytes that are not UTF-8', async () => {
    const response = await route(post(new Uint8Array([0x22, 0xff, 0x22])))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { body: 'is not UTF-8 text' } },
    })
  })

  it('passes the parsed query to the operation', async () => {
    const query = z.object({ q: z.string(), limit: z.int().default(8) })
    const search = defineRoute({ who: 'anyone', limit: 'places', query, handle: ({ input }) => ({ body: input }) })
    expect(await (await search(get('?q=sea'))).json()).toEqual({ q: 'sea', limit: 8 })
    expect((await search(get('?q=sea&x=1'))).status).toBe(400)
  })

  it('refuses a query parameter whose name Next drops', async () => {
    const query = z.object({ q: z.string() })
    const search = defineRoute({ who: 'anyone', limit: 'places', query, handle: ({ input }) => ({ body: input }) })
    const response = await search(get('?q=sea', { [requestTargetHeader]: '/api/x?q=sea&__proto__=1' }))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('"__proto__":"is not a known parameter')
  })

  it('answers NOT_FOUND to a path parameter that does not parse', async () => {
    const params = z.object({ id: z.string().startsWith('exec_') })
    const show = defineRoute({
      who: 'session',
      limit: 'default',
      params,
      handle: (context) => ({ body: context.params }),
    })
    expect((await show(get(), { params: Promise.resolve({ id: 'nonsense' }) })).status).toBe(404)
    const found = await show(get(), { params: Promise.resolve({ id: 'exec_1' }) })
    expect(await found.json()).toEqual({ id: 'exec_1' })
  })
})

describe('answers', () => {
  it('maps a refusal of the operation to its code and status', async () => {
    const { defineRoute } = harness()
    const handle = () => refuse('SKILL_NOT_FOUND', { facts: { skill: 'nope' } })
    const response = await defineRoute({ who: 'session', limit: 'default', handle })(get())
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      error: {
        code: 'SKILL_NOT_FOUND',
        fault: 'caller',
        remedy: 'Use the name of an approved skill, or ask the operator to approve it.',
        message: 'There is no approved skill named nope.',
      },
    })
  })

  it('maps a thrown error to INTERNAL with the request id and reports the cause only to the log', async () => {
    const { defineRoute, log } = harness()
    const cause = new Error('password is hunter2')
    const handle = () => {
      throw cause
    }
    const response = await defineRoute({ who: 'session', limit: 'default', handle })(
      get('', { 'x-request-id': 'abc-1' }),
    )
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).toContain('abc-1')
    expect(text).not.toContain('hunter2')
    expect(log.error).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ requestId: 'abc-1', cause }))
  })

  it('denies with INTERNAL when the session cannot be checked', async () => {
    const { defineRoute, ports } = harness()
    ports.authenticate.mockRejectedValue(new Error('database is gone'))
    const handle = vi.fn(echo)
    expect((await defineRoute({ who: 'session', limit: 'default', handle })(get())).status).toBe(500)
    expect(handle).not.toHaveBeenCalled()
  })

  it('answers CANCELLED when the client has disconnected', async () => {
    const { defineRoute, log } = harness()
    const client = new AbortController()
    const handle = ({ signal }: { signal: AbortSignal }) => {
      client.abort()
      signal.throwIfAborted()
      return { body: {} }
    }
    const request = new Request('http://localhost:3000/api/x', { signal: client.signal })
    const response = await defineRoute({ who: 'session', limit: 'default', handle })(request)
    expect(response.status).toBe(499)
    expect(log.error).not.toHaveBeenCalled()
  })

  it('answers CANCELLED when the client leaves in the middle of its body, which is no error', async () => {
    const { defineRoute, log } = harness()
    const cut = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
    const headers = { 'content-type': 'application/json' }
    const sent = { method: 'POST', body: cut, headers, duplex: 'half' }
    const request = new Request('http://localhost:3000/api/x', sent)
    const handle = vi.fn(echo)
    expect((await defineRoute({ who: 'session', limit: 'default', body, handle })(request)).status).toBe(499)
    expect(handle).not.toHaveBeenCalled()
    expect(log.error).not.toHaveBeenCalled()
  })

  it('gives each response a request id and forbids caching, unless the route allows it', async () => {
    const { defineRoute } = harness()
    const plain = await defineRoute({ who: 'session', limit: 'default', handle: echo })(get())
    expect(plain.headers.get('x-request-id')).toMatch(/^req_[0-9A-Za-z]{22}$/)
    expect(plain.headers.get('cache-control')).toBe('no-store')
    const handle = () => ({ body: {}, headers: { 'cache-control': 'public, max-age=300' } })
    const cached = await defineRoute({ who: 'anyone', limit: 'default', handle })(get())
    expect(cached.headers.get('cache-control')).toBe('public, max-age=300')
  })

  it('replaces a long, empty or unusual request id', async () => {
    const { defineRoute } = harness()
    const route = defineRoute({ who: 'anyone', limit: 'default', handle: echo })
    for (const id of ['a"b{}', 'a'.repeat(65), ''])
      expect((await route(get('', { 'x-request-id': id }))).headers.get('x-request-id')).toMatch(/^req_/)
    const longest = 'a'.repeat(64)
    expect((await route(get('', { 'x-request-id': longest }))).headers.get('x-request-id')).toBe(longest)
  })

  it('sends no body for HEAD', async () => {
    const { defineRoute } = harness()
    const route = defineRoute({ who: 'anyone', limit: 'default', handle: echo })
    const response = await route(new Request('http://localhost:3000/api/x', { method: 'HEAD' }))
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it("passes a handler's own streamed response through", async () => {
    const { defineRoute } = harness()
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const handle = () => new Response(readable, { headers: { 'content-type': 'application/x-ndjson' } })
    const response = await defineRoute({ who: 'session', limit: 'default', handle })(get())
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    // The handler's body is still open: a route that read it to its end would not answer.
    const writer = writable.getWriter()
    const [, first] = await Promise.all([writer.write(Buffer.from('line\n')), response.body?.getReader().read()])
    expect(first).toEqual({ done: false, value: Buffer.from('line\n') })
  })
})
