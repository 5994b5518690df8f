import { request as httpRequest } from 'node:http'
import { expect, it } from 'vitest'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { clientAddressHeader, stampClientAddress } from './client-address.ts'
import { createOriginCheck } from './origin.ts'
import { requestTargetHeader } from './request-target.ts'
import { stampEveryRequest, stampOrigin } from './stamp-requests.ts'

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

const check = createOriginCheck({ publicUrl: new URL('https://travel.example') })
const stamped = (method: string, headers: Record<string, string>) => {
  const request = { method, headers }
  stampOrigin(request, check)
  return Reflect.get(request.headers, 'x-forwarded-host')
}

it('gives Next the host of an own origin, so that it accepts a form behind a proxy that names its upstream', () => {
  expect(stamped('POST', { origin: 'https://travel.example', host: '127.0.0.1:3000' })).toBe('travel.example')
  expect(stamped('POST', { origin: 'http://localhost:3000', host: 'localhost:3000' })).toBe('localhost:3000')
})

it('keeps a second name of the app in the request that Next then sends to itself', () => {
  const headers: Record<string, string> = {
    ...{ origin: 'https://www.travel.example', host: 'upstream', 'x-forwarded-for': '198.51.100.7' },
    ...{ 'x-forwarded-host': 'www.travel.example', 'x-forwarded-proto': 'https' },
  }
  for (const remoteAddress of ['10.0.0.1', '127.0.0.1']) {
    stampClientAddress({ headers, socket: { remoteAddress } }, { hops: 1, publicUrl: 'https://travel.example' })
    expect(stamped('POST', headers)).toBe('www.travel.example')
    expect(check(new Headers(headers))).toBe('own')
    // As Next does for what is absent.
    headers['x-forwarded-proto'] ??= 'http'
  }
})

it.each([
  ['POST', { origin: 'https://evil.example', host: 'travel.example' }],
  ['POST', { origin: 'https://evil.example', host: 'evil.example' }],
  ['POST', { origin: 'null', host: 'travel.example' }],
  ['POST', { origin: 'https://travel.example', host: 'upstream', 'sec-fetch-site': 'cross-site' }],
  ['POST', { host: 'travel.example' }],
  ['GET', { origin: 'https://travel.example', host: 'upstream' }],
])('gives it nothing else: %s %j', (method, headers) => {
  expect(stamped(method, headers)).toBeUndefined()
})
