import { describe, expect, it } from 'vitest'
import {
  clientAddressHeader,
  clientKeyOf,
  clientKeyOfRequest,
  forwardedOriginHeader,
  stampClientAddress,
} from './client-address.ts'
import { tunnelHeader, tunnelStamp } from './tunneled.ts'

const publicUrl = 'https://travel.example'
const incoming = (headers: Record<string, string>, remoteAddress?: string) => ({ headers, socket: { remoteAddress } })

describe('stampClientAddress', () => {
  it("uses the socket address and drops the client's headers without a trusted proxy", () => {
    const request = incoming(
      { [clientAddressHeader]: '9.9.9.9', 'x-forwarded-for': '9.9.9.9', 'x-forwarded-host': 'evil.example' },
      '198.51.100.7',
    )
    stampClientAddress(request, { hops: 0 })
    expect(request.headers).toEqual({ [clientAddressHeader]: '198.51.100.7' })
  })

  it.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { forwarded: '' },
    ...[
      ...[
        'cf-connecting-ip',
        'cf-connecting-ipv6',
        'cf-ray',
        'cf-visitor',
        'cdn-loop',
        'true-client-ip',
        'x-client-ip',
      ],
      ...[
        'x-cluster-client-ip',
        'fastly-client-ip',
        'fly-client-ip',
        'x-azure-clientip',
        'x-remote-addr',
        'forwarded-for',
      ],
      ...['x-forwarded', 'x-forwarded-server', 'x-original-forwarded-for', 'x-vercel-forwarded-for', 'x-original-host'],
    ].map((name) => ({ [name]: '127.0.0.1' })),
  ])('sets no address for a request that an untrusted proxy on this machine passed on (%j)', (headers) => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const request = incoming({ ...headers }, address)
      stampClientAddress(request, { hops: 0 })
      expect(request.headers).toEqual({})
    }
  })

  it('takes HTTP/1.0 of this machine for a proxy, because nginx speaks it and states no client', () => {
    for (const [httpVersion, expected] of [
      ['1.0', {}],
      ['1.1', { [clientAddressHeader]: '127.0.0.1' }],
    ] as const) {
      const request = { ...incoming({}, '127.0.0.1'), httpVersion }
      stampClientAddress(request, { hops: 0 })
      expect(request.headers).toEqual(expected)
    }
  })

  it.each(['cf-connecting-ip', 'x-real-ip', 'true-client-ip', 'forwarded'])(
    'never takes the address from %s, with or without trusted proxies',
    (name) => {
      for (const hops of [0, 1]) {
        const request = incoming({ [name]: '9.9.9.9' }, '198.51.100.7')
        stampClientAddress(request, { hops, publicUrl })
        expect(request.headers).toEqual(hops === 0 ? { [clientAddressHeader]: '198.51.100.7' } : {})
      }
    },
  )

  it("uses the entry of the outermost trusted proxy, not the client's earlier ones", () => {
    const request = incoming({ 'x-forwarded-for': '9.9.9.9, 198.51.100.7, 10.0.0.2' }, '10.0.0.1')
    stampClientAddress(request, { hops: 2 })
    expect(request.headers[clientAddressHeader]).toBe('198.51.100.7')
  })

  it.each(['', 'unknown', '9.9.9.9, nonsense'])('finds no address in a chain of %j', (chain) => {
    const request = incoming({ 'x-forwarded-for': chain, [clientAddressHeader]: '9.9.9.9' }, '10.0.0.1')
    stampClientAddress(request, { hops: 1 })
    expect(request.headers[clientAddressHeader]).toBeUndefined()
  })
})

describe('the origin at which a proxy was reached', () => {
  const claims = { 'x-forwarded-host': 'evil.example, a.example', 'x-forwarded-proto': 'http', 'x-forwarded-port': '1' }
  const stamped = (headers: Record<string, string>, trust: Parameters<typeof stampClientAddress>[1]) => {
    const request = incoming({ ...headers, [forwardedOriginHeader]: 'https://evil.example' }, '10.0.0.1')
    stampClientAddress(request, trust)
    const { [clientAddressHeader]: _, ...rest } = request.headers
    return rest
  }

  it('is believed only of a trusted proxy, with a public URL; Next sees no header of a proxy', () => {
    expect(stamped(claims, { hops: 0, publicUrl })).toEqual({})
    expect(stamped(claims, { hops: 1 })).toEqual({})
    expect(stamped(claims, { hops: 1, publicUrl })).toEqual({ [forwardedOriginHeader]: 'http://a.example' })
  })

  it('has the scheme of the public URL unless the proxy states one', () => {
    const trust = { hops: 1, publicUrl }
    expect(stamped({ 'x-forwarded-host': 'A.example:8443' }, trust)).toEqual({
      [forwardedOriginHeader]: 'https://a.example:8443',
    })
    for (const host of ['', 'a/b', 'me@a.example', 'a.example/', 'a.example#', 'a.example?', ' ', '[', 'a b']) {
      expect(stamped({ 'x-forwarded-host': host }, trust)[forwardedOriginHeader] ?? 'none').toMatch(
        /^none$|^https:\/\/a.example$/,
      )
    }
    expect(stamped({ 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'javascript' }, trust)).toEqual({})
  })
})

describe('clientKeyOf', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['::2', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('gives the address %s the key %s', (address, key) => {
    expect(clientKeyOf(new Headers({ [clientAddressHeader]: address }))).toBe(key)
  })

  it('counts all requests without an address as one client', () => {
    expect(clientKeyOf(new Headers())).toBe('local')
  })

  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
    'gives a client at %s one key, whatever headers of a proxy it sends',
    (address) => {
      const keys = [{}, { 'x-forwarded-for': '9.9.9.9' }, { 'x-real-ip': '8.8.8.8' }, { via: '1.1 a' }].map(
        (headers) => {
          const request = incoming({ ...headers }, address)
          stampClientAddress(request, { hops: 0 })
          const stamped = request.headers[clientAddressHeader]
          return clientKeyOf(new Headers(typeof stamped === 'string' ? { [clientAddressHeader]: stamped } : {}))
        },
      )
      expect(new Set(keys)).toEqual(new Set(['local']))
    },
  )
})

describe('a request of the door of a tunnel', () => {
  const stamp = tunnelStamp({ id: 'run1', url: new URL('https://a.trycloudflare.com') })
  const kept = {
    ...{ [tunnelHeader]: stamp, host: 'a.trycloudflare.com' },
    ...{ 'x-forwarded-host': 'a.trycloudflare.com', 'x-forwarded-proto': 'https' },
  }

  it("keeps its origin also in the request that the app then sends to itself, and gets the tunnel's host", () => {
    const request = incoming({ [tunnelHeader]: stamp, host: '127.0.0.1:3000', 'x-forwarded-for': '127.0.0.1' }, '::1')
    stampClientAddress(request, { hops: 1 })
    expect(request.headers).toEqual(kept)
    const again = incoming({ ...request.headers }, '127.0.0.1')
    stampClientAddress(again, { hops: 0 })
    expect(again.headers).toEqual(kept)
  })

  it.each([
    ['another machine', stamp, '198.51.100.7'],
    ['another process', `${'0'.repeat(64)} run1 https://a.trycloudflare.com`, '127.0.0.1'],
    ['a shorter proof', '00 run1 https://a.trycloudflare.com', '127.0.0.1'],
    ['no proof', '', '127.0.0.1'],
    ['more than one', `${stamp} ${stamp}`, '127.0.0.1'],
  ])('is believed only with the proof, from this machine: not from %s', (_, value, address) => {
    const request = incoming({ [tunnelHeader]: value, host: 'a', [clientAddressHeader]: '9.9.9.9' }, address)
    stampClientAddress(request, { hops: 0 })
    expect(request.headers).toEqual({ host: 'a', [clientAddressHeader]: address })
  })

  it("has the visitor's limits, never those of this machine", () => {
    for (const [address, key] of [
      ['198.51.100.7', '198.51.100.7'],
      ['127.0.0.1', 'tunnel'],
      ['::1', 'tunnel'],
      ['unknown', 'tunnel'],
    ] as const) {
      const request = incoming({ [tunnelHeader]: stamp, [clientAddressHeader]: address }, '127.0.0.1')
      stampClientAddress(request, { hops: 0 })
      expect(clientKeyOfRequest(request)).toBe(key)
      expect(clientKeyOf(new Headers(request.headers))).toBe(key)
    }
  })
})
