import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { clientAddressHeader, stampClientAddress } from './client-address.ts'
import { isThisMachine } from './this-machine.ts'
import { tunnelHeader, tunnelStamp } from './tunneled.ts'

const direct = { publicUrl: undefined, trustedProxies: 0 }
const proxied = { publicUrl: 'https://travel.example', trustedProxies: 1 }
const from = (address: string | undefined, host: string | undefined, more: Record<string, string> = {}) =>
  new Headers({
    ...(address !== undefined && { [clientAddressHeader]: address }),
    ...(host !== undefined && { host }),
    ...more,
  })

test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('a client at %s is this machine', (address) => {
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:3000']) {
    expect(isThisMachine(from(address, host), direct)).toBe(true)
  }
})

test.each(['10.0.0.1', '1.127.0.0', '::2', '127.0.0.1.example.com', '', undefined])(
  'a client at %s is not',
  (address) => {
    expect(isThisMachine(from(address, 'localhost:3000'), direct)).toBe(false)
    expect(isThisMachine(from(address, 'travel.example'), proxied)).toBe(false)
  },
)

test.each([
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example/127.0.0.1',
  undefined,
])('a page whose name was rebound to this machine is not: Host %s', (host) => {
  expect(isThisMachine(from('127.0.0.1', host), direct)).toBe(false)
  expect(isThisMachine(from('127.0.0.1', host), proxied)).toBe(false)
  expect(isThisMachine(from('127.0.0.1', host), { publicUrl: 'http://localhost:3000', trustedProxies: 0 })).toBe(false)
})

it('believes a proxy only if it passes the public host on, because a proxy that does not hides a rebound name', () => {
  expect(isThisMachine(from('127.0.0.1', 'travel.example'), proxied)).toBe(true)
  for (const host of ['127.0.0.1:3000', 'localhost:3000', 'upstream', 'travel.example:8443']) {
    expect(isThisMachine(from('127.0.0.1', host), proxied)).toBe(false)
    expect(isThisMachine(from('127.0.0.1', host), { publicUrl: undefined, trustedProxies: 1 })).toBe(false)
    const claims = { 'x-forwarded-host': 'travel.example' }
    expect(isThisMachine(from('127.0.0.1', host, claims), proxied)).toBe(false)
  }
})

test.each([
  [undefined, 0, true],
  ['http://localhost:3000', 0, true],
  ['http://127.0.0.1:3000', 0, true],
  ['http://[::1]:3000', 0, true],
  ['https://travel.example.com', 0, false],
  ['http://travel.example.com', 0, false],
  ['http://127.0.0.1.example.com', 0, false],
] as const)(
  'with the public URL %s and %i proxies, a proxy cannot hide its clients: %s',
  (publicUrl, trustedProxies, expected) => {
    expect(isThisMachine(from('127.0.0.1', '127.0.0.1:3000'), { publicUrl, trustedProxies })).toBe(expected)
  },
)

test('a visitor of a tunnel is not this machine', () => {
  const stamp = { [tunnelHeader]: tunnelStamp({ id: 'run1', url: new URL('https://a.trycloudflare.com') }) }
  expect(isThisMachine(from('127.0.0.1', 'localhost', stamp), direct)).toBe(false)
})

it('takes no request for this machine that names another host or that a proxy passed on', () => {
  const header = fc.constantFrom('cf-connecting-ip', 'true-client-ip', 'x-forwarded-for', 'via', 'x-real-ip', undefined)
  fc.assert(
    fc.property(fc.domain(), fc.boolean(), header, (name, isOwn, sign) => {
      fc.pre(!isOwn || sign !== undefined)
      const headers: Record<string, string> = {
        host: isOwn ? 'localhost:3000' : name,
        ...(sign && { [sign]: '127.0.0.1' }),
      }
      stampClientAddress({ headers, socket: { remoteAddress: '127.0.0.1' } }, { hops: 0, publicUrl: undefined })
      expect(isThisMachine(new Headers(headers), direct)).toBe(false)
    }),
  )
})
