import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { expect, test } from 'vitest'
import { appMethods } from '../http/check-head.ts'
import { measureEveryRequest } from './measure-requests.ts'

test('every method of the app is counted by its name, and all others as one', async () => {
  const server = createServer((_, response) => response.writeHead(204).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const counted: string[] = []
  const requestEnded = ({ method }: { readonly method: string }) => void counted.push(method)
  {
    using _measuring = measureEveryRequest(port, { metrics: { requestEnded }, routeOf: () => 'any' })
    for (const method of [...appMethods, 'PROPFIND', 'TRACE']) {
      const asked = request({ port, host: '127.0.0.1', method, agent: false }).end()
      const [answer] = await once(asked, 'response')
      await once(answer.resume(), 'close')
    }
    await new Promise((resolve) => server.close(resolve))
  }
  expect(counted).toEqual([...appMethods, 'other', 'other'])
})
