import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { Upstream } from '../core/ports.ts'
import { checkedConnector, createConnections } from './connections.ts'
import { engineOf, grantOf, loopbackToo, requestOf, sessionOf, textOf } from './testing/engine-fixture.ts'
import { startServer } from './testing/local-server.ts'

test('concurrent connections to one host share one lookup', async () => {
  await using server = await startServer((_, response) => void response.end('ok'))
  const looked: string[] = []
  const slow = Promise.withResolvers<readonly string[]>()
  const other = Promise.withResolvers<void>()
  await using engine = engineOf({
    async resolve(host) {
      looked.push(host)
      if (host === 'api.example.com') return slow.promise
      other.resolve()
      return ['127.0.0.1']
    },
  })
  const hosts = ['api.example.com', 'other.example.com'].map((host) => `${host}:${server.port}`)
  const fetchFrom = (host: string) => sessionOf(engine, grantOf(hosts)).fetch(requestOf(`https://${host}/`))
  const [api = '', another = ''] = hosts
  const fetches = Array.from({ length: 8 }, () => fetchFrom(api))
  const last = fetchFrom(another)
  await other.promise
  slow.resolve(['127.0.0.1'])
  for (const fetched of [...fetches, last]) expect(textOf(await fetched)).toBe('ok')
  expect(looked).toEqual(['api.example.com', 'other.example.com'])
})

test.each(['checked', 'exempt'])('a %s connection offers HTTP/1.1 only', async (kind) => {
  await using server = await startServer((_, response) => void response.end('ok'))
  const host = `api.example.com:${server.port}`
  const upstream: Upstream = { url: `https://127.0.0.1:${server.port}`, data: 'live' }
  await using engine = engineOf({ upstream: kind === 'exempt' ? { [host]: upstream } : {} })
  await sessionOf(engine, grantOf([host])).fetch(requestOf(`https://${host}/`))
  expect(server.protocols).toEqual(['http/1.1'])
})

test('a pool serves one origin and one partition, and never both a checked and an exempt host', async () => {
  await using connections = createConnections({
    resolve: async () => [],
    addressPolicy: loopbackToo,
    ca: undefined,
    limits: { connectTimeoutMs: 1, idleTimeoutMs: 1, maxHeaderBytes: 1024, connectionsPerPool: 1 },
  })
  const pools = (['https://a.example', 'https://b.example'] as const).flatMap((origin) =>
    ['one', 'two'].flatMap((partition) => [true, false].map((exempt) => [origin, partition, exempt] as const)),
  )
  const opened = pools.map((key) => connections.to(...key))
  expect(new Set(opened).size).toBe(pools.length)
  expect(pools.map((key) => connections.to(...key))).toEqual(opened)
})

test('a request that waits for a lookup ends with its execution', async () => {
  const execution = new AbortController()
  await using engine = engineOf({
    limits: { connectTimeoutMs: 3_600_000 },
    async resolve() {
      execution.abort()
      return new Promise(() => undefined)
    },
  })
  const session = sessionOf(engine, grantOf(['api.example.com']), { signal: execution.signal })
  const result = await session.fetch(requestOf('https://api.example.com/'))
  expect(result).toMatchObject({ kind: 'failed', reason: 'aborted' })
})

test('a connection that its peer has already reset is a network failure, not a refused address', async () => {
  const socket = new Socket()
  const connect = checkedConnector((_, callback) => callback(null, socket), loopbackToo)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  connect({ hostname: 'api.example.com', protocol: 'https:', port: '443' }, (...result) => resolve(result))
  expect(await promise).toMatchObject([{ code: 'ECONNRESET' }, null])
  expect(socket.destroyed).toBe(true)
})
