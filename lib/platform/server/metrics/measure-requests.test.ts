import { once } from 'node:events'
import { request } from 'node:http'
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
