import { request as httpRequest } from 'node:http'
import { expect, it } from 'vitest'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { clientAddressHeader } from './client-address.ts'
import { requestTargetHeader } from './request-target.ts'
import { stampEveryRequest } from './stamp-requests.ts'

it("stamps requests before the server sees them, overwrites the client's headers, and stops when disposed", async () => {
  const seen: unknown[] = []
  await using server = await openHttpServer((request, response) => {
    seen.push([request.headers[clientAddressHeader], request.headers[requestTargetHeader]])
    response.end()
  })
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { [clientAddressHeader]: '9.9.9.9', [requestTargetHeader]: '/other' }
      httpRequest({ host: '127.0.0.1', port: server.port, path: '/a?__proto__=1', headers }, (response) =>
        response.resume().on('end', resolve),
      )
        .on('error', reject)
        .end()
    })
  {
    using _stamping = stampEveryRequest(server.port, { hops: 0 })
    await ask()
  }
  await ask()
  expect(seen).toEqual([
    ['127.0.0.1', '/a?__proto__=1'],
    ['9.9.9.9', '/other'],
  ])
})
