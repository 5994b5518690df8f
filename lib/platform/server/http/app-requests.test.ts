import { once } from 'node:events'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { type AddressInfo, createConnection, createServer as createSocketServer } from 'node:net'
import { expect, it } from 'vitest'
import { answerUpgrades, eachAppRequest } from './app-requests.ts'

const portOf = (server: { address(): AddressInfo | string | null }) => {
  const address = server.address()
  return (typeof address === 'object' && address?.port) || 0
}

/** A server that answers each request with `true` if `seen` already contains it. */
const sayingServer = (seen: Set<unknown>): Server =>
  createServer((request, response) => response.end(String(seen.has(request))))

it('sees the requests to the app, but not those to other servers of the process', async () => {
  const seen = new Set<unknown>()
  const [app, other, without] = [sayingServer(seen), sayingServer(seen), sayingServer(seen)]
  // Like the gateway: a server that does not listen and serves connections handed to it.
  const door = createSocketServer((socket) => void without.emit('connection', socket))
  for (const server of [app, other, door]) await once(server.listen(0, '127.0.0.1'), 'listening')
  const ask = async (server: Server | typeof door) => {
    const socket = createConnection(portOf(server), '127.0.0.1')
    socket.end('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    return (await socket.setEncoding('utf8').toArray()).join('').includes('true')
  }
  {
    using _seeing = eachAppRequest(portOf(app), ({ request }) => void seen.add(request))
    expect([await ask(app), await ask(other), await ask(door)]).toEqual([true, false, false])
  }
  expect(await ask(app)).toBe(false)
  for (const server of [app, other, door]) await new Promise((resolve) => server.close(resolve))
})

it('sees requests on open connections of a server that stops', async () => {
  const seen = new Set<unknown>()
  const app = sayingServer(seen)
  await once(app.listen(0, '127.0.0.1'), 'listening')
  const port = portOf(app)
  using _seeing = eachAppRequest(port, ({ request }) => void seen.add(request))
  const connected = once(app, 'connection')
  const socket = createConnection(port, '127.0.0.1').setEncoding('utf8')
  // The server waits for the rest of a request that has begun.
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
  const [accepted] = await connected
  await once(accepted, 'data')
  const closed = new Promise((resolve) => app.close(resolve))
  expect(app.address()).toBeNull()
  socket.end('Connection: close\r\n\r\n')
  expect((await socket.toArray()).join('')).toContain('true')
  await closed
})

it('answers an upgrade request like any other', async () => {
  const server = createServer((_, response) => response.end('plain'))
  const taken: unknown[] = []
  server.on('upgrade', (_, socket) => {
    taken.push('upgrade')
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = (typeof address === 'object' && address?.port) || 0
  const ask = (headers = {}) =>
    new Promise<number | undefined>((resolve) => {
      httpRequest({ host: '127.0.0.1', port, headers, agent: false }, (response) =>
        response.resume().on('end', () => resolve(response.statusCode)),
      )
        .on('error', () => resolve(undefined))
        .end()
    })
  const upgrade = { connection: 'upgrade', upgrade: 'websocket' }
  expect(await ask(upgrade)).toBeUndefined()
  {
    using _answering = answerUpgrades(port)
    expect(await ask()).toBe(200)
    expect(await ask(upgrade)).toBe(200)
  }
  await new Promise((resolve) => server.close(resolve))
  expect(taken).toEqual(['upgrade'])
})
