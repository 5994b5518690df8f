import { expect, it } from 'vitest'
import { createOriginCheck } from './origin.ts'
import { stampOrigin } from './stamp-origin.ts'

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
