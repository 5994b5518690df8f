import { once } from 'node:events'
import { request as send } from 'node:http'
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { answerDirectly } from './answer-directly.ts'
import { guardEveryRequest } from './guard-requests.ts'
import { refuseTooMany } from './outcome.ts'

type Handler = (request: Request) => Promise<Response>

async function openApp(get: Handler, post = get) {
  const app = await openHttpServer((_request, response) => response.setHeader('x-from', 'next').end('of Next'))
  const guard = guardEveryRequest(
    app.port,
    ({ headers }) => (headers['x-refused'] === undefined ? undefined : refuseTooMany(1_000)),
    answerDirectly({ '/api/direct': { GET: get, POST: post } }),
  )
  return {
    ask: (path: string, init?: RequestInit) => fetch(new URL(path, app.url), init),
    url: new URL('/api/direct', app.url),
    async [Symbol.asyncDispose]() {
      guard[Symbol.dispose]()
      await app[Symbol.asyncDispose]()
    },
  }
}

/** A body whose chunks the test sends. */
function openBody() {
  const { promise: cancelled, resolve } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const body = new ReadableStream<Uint8Array>({ start: begin, cancel: () => resolve() })
  return { body, cancelled, begun }
}
const bytes = (text: string) => new TextEncoder().encode(text)

it('answers a listed path with the handler of the method, and leaves all others to Next', async () => {
  const headers = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ])
  await using app = await openApp(
    async ({ method, url, headers }) => Response.json([method, url, headers.get('x-asked')]),
    async () => new Response(null, { status: 204, headers }),
  )
  const got = await app.ask('/api/direct?a=b', { headers: { 'x-asked': 'yes' } })
  expect(await got.json()).toEqual(['GET', 'http://localhost/api/direct?a=b', 'yes'])
  const posted = await app.ask('/api/direct', { method: 'POST', body: 'unread' })
  expect([posted.status, posted.headers.getSetCookie()]).toEqual([204, ['a=1', 'b=2']])
  for (const [path, method] of [
    ['/api/direct/', 'GET'],
    ['/api/direct/more', 'GET'],
    ['/api', 'GET'],
    ['/', 'GET'],
    ['/api/direct', 'DELETE'],
  ] as const) {
    expect((await app.ask(path, { method })).headers.get('x-from')).toBe('next')
  }
})

it('answers nothing that the guard refuses', async () => {
  await using app = await openApp(async () => new Response('answered'))
  expect((await app.ask('/api/direct', { headers: { 'x-refused': 'yes' } })).status).toBe(429)
  expect(await (await app.ask('/api/direct')).text()).toBe('answered')
})

it('sends each part of an answer as it comes, and the end only when it ends', async () => {
  const { body, begun } = openBody()
  await using app = await openApp(async () => new Response(body))
  const controller = await begun
  controller.enqueue(bytes('first'))
  const answer = await app.ask('/api/direct')
  const reader = answer.body?.getReader()
  expect((await reader?.read())?.value).toEqual(bytes('first'))
  controller.enqueue(bytes('second'))
  expect((await reader?.read())?.value).toEqual(bytes('second'))
  controller.close()
  expect((await reader?.read())?.done).toBe(true)
})

it('leaves an answer without its end if it fails midway', async () => {
  const { body, begun } = openBody()
  await using app = await openApp(async () => new Response(body))
  const controller = await begun
  controller.enqueue(bytes('first'))
  const answer = await app.ask('/api/direct')
  const reader = answer.body?.getReader()
  await reader?.read()
  controller.error(new Error('failed'))
  await expect(reader?.read()).rejects.toThrow()
})

it('ends the work of a client that leaves, before and during the answer', async () => {
  const { body, begun, cancelled } = openBody()
  const { promise: entered, resolve: enter } = Promise.withResolvers<AbortSignal>()
  await using app = await openApp(
    async () => new Response(body),
    async ({ signal }) => {
      enter(signal)
      if (!signal.aborted) await once(signal, 'abort')
      return new Response()
    },
  )
  const early = send(app.url, { method: 'POST' })
    .on('error', () => {})
    .end()
  const signal = await entered
  early.destroy()
  if (!signal.aborted) await once(signal, 'abort')

  ;(await begun).enqueue(bytes('first'))
  const late = send(app.url)
    .on('error', () => {})
    .end()
  const [answer] = await once(late, 'response')
  await once(answer, 'data')
  late.destroy()
  await cancelled
})

it('does not abort the request of an answer that was read to its end', async () => {
  const signals: AbortSignal[] = []
  await using app = await openApp(async ({ signal }) => {
    signals.push(signal)
    return new Response('whole')
  })
  await (await app.ask('/api/direct')).text()
  await (await app.ask('/api/direct')).text()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
})

it('does no work for a client that left while the guard judged its request', async () => {
  const handle = vi.fn(async () => new Response())
  const { promise: isJudged, resolve: judged } = Promise.withResolvers<void>()
  await using app = await openHttpServer(handle)
  using _guard = guardEveryRequest(
    app.port,
    async ({ socket }) => {
      client.destroy()
      await once(socket, 'close')
      setImmediate(judged)
      return undefined
    },
    answerDirectly({ '/direct': { GET: handle } }),
  )
  const client = connect(app.port, '127.0.0.1')
  client.write('GET /direct HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await isJudged
  expect(handle).not.toHaveBeenCalled()
})
