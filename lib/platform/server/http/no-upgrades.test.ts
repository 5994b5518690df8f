import { createServer, request as httpRequest } from 'node:http'
import { expect, it } from 'vitest'
import { answerUpgrades } from './app-requests.ts'

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
