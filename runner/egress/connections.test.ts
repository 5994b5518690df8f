import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { checkedConnector } from './connections.ts'
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

test('a connection that its peer has already reset is a network failure, not a refused address', async () => {
  const socket = new Socket()
  const connect = checkedConnector((_, callback) => callback(null, socket), loopbackToo)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  connect({ hostname: 'api.example.com', protocol: 'https:', port: '443' }, (...result) => resolve(result))
  expect(await promise).toMatchObject([{ code: 'ECONNRESET' }, null])
  expect(socket.destroyed).toBe(true)
})
