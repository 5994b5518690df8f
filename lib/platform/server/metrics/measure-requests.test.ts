import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { appMethods } from '../http/check-head.ts'
import { measureEveryRequest } from './measure-requests.ts'

test('every method of the app is counted by its name, and all others as one', async () => {
  const server = await openHttpServer((_, response) => response.writeHead(204).end())
  const { port } = server
  const counted: string[] = []
  const requestEnded = ({ method }: { readonly method: string }) => void counted.push(method)
  {
    using _measuring = measureEveryRequest(port, { metrics: { requestEnded }, routeOf: () => 'any' })
    for (const method of [...appMethods, 'PROPFIND', 'TRACE']) {
      const asked = request({ port, host: '127.0.0.1', method, agent: false }).end()
      const [answer] = await once(asked, 'response')
      await once(answer.resume(), 'close')
    }
    await server[Symbol.asyncDispose]()
  }
  expect(counted).toEqual([...appMethods, 'other', 'other'])
})

test('a client that leaves in the middle of its body is counted as 499, and one that was answered before as answered', async () => {
  const arrived = Promise.withResolvers<void>()
  await using server = await openHttpServer(({ url }, response) => {
    if (url === '/early') response.writeHead(413).end()
    else arrived.resolve()
  })
  const counted: (readonly [string, number])[] = []
  const { promise: both, resolve } = Promise.withResolvers<void>()
  const requestEnded = ({ route, status }: { readonly route: string; readonly status: number }) => {
    counted.push([route, status])
    if (counted.length === 2) resolve()
  }
  using _measuring = measureEveryRequest(server.port, { metrics: { requestEnded }, routeOf: (url) => url })
  for (const path of ['/early', '/late']) {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nhalf`)
    await (path === '/early' ? once(socket, 'data') : arrived.promise)
    socket.destroy()
  }
  await both
  expect(new Map(counted)).toEqual(
    new Map([
      ['/early', 413],
      ['/late', 499],
    ]),
  )
})
