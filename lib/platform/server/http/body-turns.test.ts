import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, it, vi } from 'vitest'
import { guardEveryRequest } from './guard-requests.ts'
import { stampEveryRequest } from './stamp-requests.ts'

type Sent = { readonly credential?: string; readonly address?: string; readonly bytes?: number }

// No turn ends by itself before the test says so.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return () => void vi.useRealTimers()
})

/** An app that begins requests, and goes on with them when the test says so. */
async function startApp() {
  await using opened = new AsyncDisposableStack()
  const begun: string[] = []
  const exchanges = new Map<string, { readonly request: IncomingMessage; readonly response: ServerResponse }>()
  const app = createServer((request, response) => {
    const name = request.url ?? ''
    begun.push(name)
    exchanges.set(name, { request, response })
  })
  await once(app.listen(0, '127.0.0.1'), 'listening')
  opened.defer(() => {
    app.closeAllConnections()
    app.close()
  })
  const { port } = app.address() as AddressInfo
  opened.use(stampEveryRequest(port, { hops: 1 }))
  // Each request is judged in the order in which it is sent.
  let judged = Promise.withResolvers<void>()
  opened.use(guardEveryRequest(port, () => void judged.resolve()))
  const stack = opened.move()
  return {
    begun,
    async post(path: string, { credential, address = '198.51.100.1', bytes = 200_000 }: Sent = {}) {
      judged = Promise.withResolvers()
      const headers = {
        'x-forwarded-for': address,
        'content-length': bytes,
        ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
      }
      const client = httpRequest({ port, path, method: 'POST', headers })
      client.on('error', () => undefined).end('x'.repeat(bytes))
      await judged.promise
      return client
    },
    async read(path: string) {
      const { request } = exchanges.get(path) ?? {}
      await once(request?.resume() ?? app, 'end')
    },
    answer: (path: string) => void exchanges.get(path)?.response.end(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

it('begins few long bodies of an address at once, and those of another credential in turns', async () => {
  await using app = await startApp()
  for (let n = 0; n < 20; n += 1) await app.post(`/flood/${n}`, { credential: 'one' })
  await app.post('/other', { credential: 'two' })
  await app.post('/elsewhere', { address: '198.51.100.2' })
  await app.post('/short', { credential: 'one', bytes: 16 * 1024 })
  await expect.poll(() => app.begun).toContain('/short')
  expect(app.begun).toEqual(['/flood/0', '/flood/1', '/flood/2', '/flood/3', '/elsewhere', '/short'])
  await app.read('/flood/0')
  app.answer('/flood/0')
  await expect.poll(() => app.begun.length).toBeGreaterThan(6)
  app.answer('/flood/1')
  await expect.poll(() => app.begun.slice(0, 8)).toContain('/other')
})

it('counts a request without a credential until its body is read, and any other one until it is answered', async () => {
  for (const [credential, begun] of [
    [undefined, 5],
    ['one', 4],
  ] as const) {
    await using app = await startApp()
    for (let n = 0; n < 8; n += 1) await app.post(`/${n}`, credential === undefined ? {} : { credential })
    await app.read('/0')
    // Whatever the turn allows has begun before this one.
    await app.post('/short', { bytes: 0 })
    await expect.poll(() => app.begun).toContain('/short')
    expect(app.begun.indexOf('/short')).toBe(begun)
  }
})

it('lets clients that leave, and bodies that arrive slowly, hold up no others for long', async () => {
  await using app = await startApp()
  const leaving: { destroy(): unknown }[] = []
  for (let n = 0; n < 12; n += 1) {
    const client = await app.post(`/${n}`, { credential: 'one' })
    if (n < 8) leaving.push(client)
  }
  for (const client of leaving) client.destroy()
  await expect.poll(() => app.begun).toContain('/11')
  await app.post('/later', { credential: 'one' })
  await app.post('/short', { bytes: 0 })
  await expect.poll(() => app.begun).toContain('/short')
  expect(app.begun).not.toContain('/later')
  vi.advanceTimersByTime(1_000)
  await expect.poll(() => app.begun).toContain('/later')
})
