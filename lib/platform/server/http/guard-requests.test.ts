import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import { beforeEach, expect, it, vi } from 'vitest'
import { currentFairKey } from '#runner/queue/fair-key.ts'
import { guardEveryRequest } from './guard-requests.ts'
import { refuseTooMany } from './outcome.ts'
import { stampEveryRequest } from './stamp-requests.ts'

async function startApp() {
  const app = createServer((request, response) => {
    request.resume().on('end', () => response.end(`app ${request.url}`))
  })
  await once(app.listen(0, '127.0.0.1'), 'listening')
  const { port } = app.address() as AddressInfo
  const send = async (text: string) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.end(text)
    return (await socket.setEncoding('utf8').toArray()).join('')
  }
  return { app, port, send, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => app.close(() => resolve())) }
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n`
const close = 'Connection: close\r\n\r\n'

it('answers refused requests, from the first one on, and passes the others to the app', async () => {
  await using server = await startApp()
  {
    using _guard = guardEveryRequest(server.port, async ({ url }) => (url === '/no' ? refuseTooMany(7_000) : undefined))
    const refused = await server.send(`${get('/no')}${close}`)
    expect(refused).toMatch(/^HTTP\/1.1 429 /)
    expect(refused.toLowerCase()).toContain('retry-after: 7\r\n')
    expect(refused).toContain('"code":"RATE_LIMITED"')
    expect(await server.send(`${get('/yes')}${close}`)).toContain('app /yes')
  }
  expect(await server.send(`${get('/no')}${close}`)).toContain('app /no')
})

it('serves each request in the turns of its address', async () => {
  await using server = await startApp()
  const keys: string[] = []
  server.app.prependListener('request', () => void keys.push(currentFairKey()))
  using _stamps = stampEveryRequest(server.port, { hops: 0 })
  using _guard = guardEveryRequest(server.port, async () => undefined)
  await server.send(`${get('/')}${close}`)
  expect(keys).toEqual(['address local'])
})

it.each([
  ['takes nothing of its answer', '/much', true],
  ['waits for its answer', '/wait', false],
  ['has its answer and asks nothing more', '/done', true],
])('of a client that %s, an idle connection is closed: %#', async (_, path, isClosed) => {
  await using server = await startApp()
  const { promise, resolve } = Promise.withResolvers<Socket>()
  const answer = async ({ url, socket }: IncomingMessage, response: ServerResponse) => {
    if (url === '/much') response.end('x'.repeat(50_000_000))
    if (url === '/done') await once(response.end('done'), 'close')
    resolve(socket)
  }
  using _guard = guardEveryRequest(server.port, () => undefined, answer)
  using clients = new DisposableStack()
  const client = clients.adopt(createConnection(server.port, '127.0.0.1').pause(), (one) => void one.destroy())
  client.on('error', () => {}).write(`${get(path)}\r\n`)
  const socket = await promise
  await expect.poll(() => socket.writableLength > 0).toBe(path === '/much')
  if (path !== '/done') expect(socket.timeout).toBe(60_000)
  socket.emit('timeout')
  expect(socket.destroyed).toBe(isClosed)
})

it('ends the connection after a refused request and serves no further request', async () => {
  await using server = await startApp()
  using _guard = guardEveryRequest(server.port, ({ url }) => (url === '/no' ? refuseTooMany(1) : undefined))
  const body = `POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello${get('/yes')}${close}`
  const answers = await server.send(body)
  expect(answers).toMatch(/^HTTP\/1.1 429 /)
  expect(answers).not.toContain('app /yes')
})

it('begins a request when the one before it on its connection has been answered', async () => {
  await using server = await startApp()
  const seen: string[] = []
  server.app.prependListener('request', ({ url = '' }, response) => {
    seen.push(url)
    response.on('finish', () => seen.push(`${url} answered`))
  })
  using _guard = guardEveryRequest(server.port, async ({ url }) => {
    if (url === '/a') await new Promise(setImmediate)
    return undefined
  })
  expect(await server.send(`${get('/a')}\r\n${get('/b')}\r\n${get('/c')}${close}`)).toMatch(
    /app \/a.*app \/b.*app \/c/s,
  )
  expect(seen).toEqual(['/a', '/a answered', '/b', '/b answered', '/c', '/c answered'])
})

it('begins no further request of a connection whose client left', async () => {
  await using server = await startApp()
  const seen: string[] = []
  server.app.prependListener('request', ({ url = '' }) => void seen.push(url))
  const { promise: hasLeft, resolve: left } = Promise.withResolvers<void>()
  const judged: string[] = []
  using _guard = guardEveryRequest(server.port, async ({ url = '', socket }) => {
    judged.push(url)
    client.destroy()
    await once(socket, 'close')
    setImmediate(left)
    return undefined
  })
  const client = createConnection(server.port, '127.0.0.1')
  client.write(`${get('/a')}\r\n${get('/b')}\r\n`)
  await hasLeft
  expect([judged, seen]).toEqual([['/a'], []])
})

it('closes a connection that sends 1000 requests ahead of an answer, and begins none of them', async () => {
  await using server = await startApp()
  const judged: string[] = []
  using _guard = guardEveryRequest(server.port, async ({ url = '', socket }) => {
    judged.push(url)
    await once(socket, 'close')
    return undefined
  })
  const client = createConnection(server.port, '127.0.0.1')
  client.on('error', () => {})
  client.write(`${get('/a')}\r\n${`${get('/b')}\r\n`.repeat(1000)}`)
  await once(client, 'close')
  expect(judged).toEqual(['/a'])
})

it('denies a request if the check fails', async () => {
  await using server = await startApp()
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  using _guard = guardEveryRequest(server.port, () => {
    throw new Error('broken')
  })
  expect(await server.send(`${get('/')}${close}`).catch(() => '')).toBe('')
  expect(errors).toHaveBeenCalledOnce()
})

type Sent = { readonly credential?: string; readonly address?: string; readonly bytes?: number }

// No turn ends by itself before the test says so.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return () => void vi.useRealTimers()
})

/** An app that begins requests, and goes on with them when the test says so. */
async function startWaitingApp() {
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
  await using app = await startWaitingApp()
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
    await using app = await startWaitingApp()
    for (let n = 0; n < 8; n += 1) await app.post(`/${n}`, credential === undefined ? {} : { credential })
    await app.read('/0')
    // Whatever the turn allows has begun before this one.
    await app.post('/short', { bytes: 0 })
    await expect.poll(() => app.begun).toContain('/short')
    expect(app.begun.indexOf('/short')).toBe(begun)
  }
})

it('lets clients that leave, and bodies that arrive slowly, hold up no others for long', async () => {
  await using app = await startWaitingApp()
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
