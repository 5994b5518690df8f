import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { forwardedOriginHeader } from './client-address.ts'
import { createOriginCheck, instanceUrlOf, isOwnHost, mayChange, publicUrlFor, tellForeignOrigins } from './origin.ts'
import { withoutTokens } from './request-id.ts'
import { tunnelHeader, tunnelStamp } from './tunneled.ts'

const check = createOriginCheck({ publicUrl: new URL('https://travel.example/') })
const direct = createOriginCheck({ publicUrl: undefined })

const request = (headers: Record<string, string>, method = 'POST') =>
  new Request('http://127.0.0.1:3000/api/x', { method, headers })

describe('createOriginCheck', () => {
  it.each([
    ['the public URL', { origin: 'https://travel.example', host: '10.0.0.1:3000' }, 'own'],
    ['the public name with another scheme', { origin: 'http://travel.example', host: 'travel.example' }, 'foreign'],
    [
      'another port of the public name',
      { origin: 'https://travel.example:8443', host: 'travel.example:8443' },
      'foreign',
    ],
    ['a name with the public one as its prefix', { origin: 'https://travel.example.evil.example' }, 'foreign'],
    ['an opaque origin', { origin: 'null', host: 'localhost:3000' }, 'foreign'],
    ['text that is not a URL', { origin: 'travel' }, 'foreign'],
    ['localhost itself', { origin: 'http://localhost:3000', host: 'localhost:3000' }, 'own'],
    ['an IPv4 address', { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }, 'own'],
    ['an IPv6 address', { origin: 'http://[::1]:3000', host: '[::1]:3000' }, 'own'],
    ['another app on this machine', { origin: 'http://localhost:4000', host: 'localhost:3000' }, 'foreign'],
    ['a sibling on the same site', { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-site' }, 'foreign'],
    ['a cross-site fetch without origin', { 'sec-fetch-site': 'cross-site' }, 'foreign'],
    ['a same-origin fetch without origin', { 'sec-fetch-site': 'same-origin' }, 'own'],
    ['nothing stated', {}, 'unstated'],
  ] as const)('%s', (_, headers, verdict) => {
    expect(check(new Headers(headers))).toBe(verdict)
  })

  it('refuses a DNS name that equals the Host header, because of DNS rebinding', () => {
    expect(direct(new Headers({ origin: 'http://evil.example:3000', host: 'evil.example:3000' }))).toBe('foreign')
  })

  it('accepts the public URL behind a proxy that names its upstream, as nginx does by default', () => {
    for (const host of ['127.0.0.1:3000', 'upstream', 'travel.example']) {
      expect(check(new Headers({ origin: 'https://travel.example', host }))).toBe('own')
      expect(direct(new Headers({ origin: 'https://travel.example', host }))).toBe('foreign')
    }
  })

  it('accepts the origin at which a trusted proxy was reached, and believes no header of a client', () => {
    const origin = 'https://www.travel.example'
    expect(check(new Headers({ origin, [forwardedOriginHeader]: origin }))).toBe('own')
    expect(check(new Headers({ origin, [forwardedOriginHeader]: 'http://www.travel.example' }))).toBe('foreign')
    for (const name of ['x-forwarded-host', 'host', 'forwarded']) {
      expect(check(new Headers({ origin, [name]: 'www.travel.example', 'x-forwarded-proto': 'https' }))).toBe('foreign')
    }
  })

  it('tells both values of an origin that is not ours, but not what a browser says another site sends', () => {
    const seen: unknown[] = []
    const telling = createOriginCheck({ publicUrl: undefined, onForeign: (foreign) => void seen.push(foreign) })
    const origin = 'https://travel.example'
    telling(new Headers({ origin, host: '127.0.0.1:3000' }))
    telling(new Headers({ origin, host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }))
    telling(new Headers({ origin: 'https://evil.example', host: '127.0.0.1:3000', 'sec-fetch-site': 'cross-site' }))
    telling(new Headers({ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }))
    expect(seen).toEqual(Array(2).fill({ origin, host: '127.0.0.1:3000', publicUrl: 'not set' }))
  })

  it('accepts no origin other than that of the public URL and that of the Host header', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.constantFrom('localhost:3000', '127.0.0.1:3000', 'travel.example'), (url, host) => {
        const { origin, host: named } = new URL(url)
        fc.pre(origin !== 'https://travel.example' && named !== host)
        expect(check(new Headers({ origin, host }))).toBe('foreign')
      }),
    )
  })
})

describe('mayChange', () => {
  it('accepts safe methods from any origin', () => {
    expect(mayChange(check, request({ origin: 'https://evil.example' }, 'GET'))).toBe(true)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s from a foreign origin', (method) => {
    expect(mayChange(check, request({ origin: 'https://evil.example' }, method))).toBe(false)
  })

  it('refuses a request with cookies and no stated origin, if a foreign page could send it without a preflight', () => {
    for (const type of [
      undefined,
      'text/plain',
      'application/x-www-form-urlencoded; charset=utf-8',
      'multipart/form-data',
    ]) {
      const headers = { cookie: 'a=b', ...(type ? { 'content-type': type } : {}) }
      expect(mayChange(check, request(headers))).toBe(false)
    }
  })

  it('accepts a request with no stated origin if it has no cookies, or if a foreign page must preflight it', () => {
    expect(mayChange(check, request({ cookie: 'a=b', 'content-type': 'application/json' }))).toBe(true)
    expect(mayChange(check, request({ cookie: 'a=b' }, 'DELETE'))).toBe(true)
    expect(mayChange(check, request({ 'content-type': 'text/plain' }))).toBe(true)
  })
})

describe('instanceUrlOf', () => {
  it.each([
    [undefined, undefined, 'http://127.0.0.1:3000'],
    ['localhost:8080', undefined, 'http://localhost:8080'],
    ['[::1]:3000', undefined, 'http://[::1]:3000'],
    ['10.0.0.7:3000', undefined, 'http://10.0.0.7:3000'],
    ['travel.example:8080', undefined, 'http://127.0.0.1:3000'],
    ['evil.example', undefined, 'http://127.0.0.1:3000'],
    ['evil/../x', undefined, 'http://127.0.0.1:3000'],
    ['localhost/../x', undefined, 'http://localhost'],
    ['evil.example', 'https://public.example/', 'https://public.example'],
  ])('gives the host %s only if it names this app (public URL %s): %s', (host, publicUrl, expected) => {
    expect(instanceUrlOf(request(host === undefined ? {} : { host }), publicUrl)).toBe(expected)
  })

  it('never repeats a name that a stranger chose, not even from the URL of the request', () => {
    fc.assert(
      fc.property(fc.domain(), fc.constantFrom('', ':80', '@127.0.0.1', '#127.0.0.1'), (name, end) => {
        const named = new Request(`http://${name}/api/x`, { headers: { host: `${name}${end}` } })
        expect(new URL(instanceUrlOf(named, undefined)).hostname).toBe('127.0.0.1')
      }),
    )
  })
})

describe('a request through a tunnel', () => {
  const url = new URL('https://a-b.trycloudflare.com')
  const stamp = { [tunnelHeader]: tunnelStamp({ id: 'run1', url }) }
  const forged = { [tunnelHeader]: `${'0'.repeat(64)} run1 https://evil.example` }

  it('has the tunnel as its only origin, host and public URL', () => {
    const headers = new Headers({ ...stamp, host: url.host })
    for (const [origin, verdict] of [
      [url.origin, 'own'],
      ['https://travel.example', 'foreign'],
      ['http://127.0.0.1:3000', 'foreign'],
      ['http://a-b.trycloudflare.com', 'foreign'],
      ['https://c.trycloudflare.com', 'foreign'],
    ] as const) {
      expect(check(new Headers({ ...stamp, host: url.host, origin }))).toBe(verdict)
    }
    expect(isOwnHost(headers, 'https://travel.example')).toBe(true)
    expect(isOwnHost(new Headers({ ...stamp, host: 'localhost' }), undefined)).toBe(false)
    expect(publicUrlFor(headers, new URL('https://travel.example'))).toEqual(url)
    expect(instanceUrlOf(request(stamp), 'https://travel.example')).toBe(url.origin)
  })

  it('counts only with the proof of this process', () => {
    expect(check(new Headers({ ...forged, origin: 'https://evil.example' }))).toBe('foreign')
    expect(isOwnHost(new Headers({ ...forged, host: 'evil.example' }), undefined)).toBe(false)
    expect(publicUrlFor(new Headers(forged), undefined)).toBeUndefined()
    expect(instanceUrlOf(request(forged), undefined)).toBe('http://127.0.0.1:3000')
  })

  it('is the tunnel only: its origin is foreign elsewhere', () => {
    expect(direct(new Headers({ origin: url.origin, host: url.host }))).toBe('foreign')
  })
})

it('logs origin, host and public URL at most once a second, with the number omitted', () => {
  const lines: unknown[] = []
  let now = 0
  const tell = tellForeignOrigins({ warn: (_, fields) => void lines.push(fields) }, () => now)
  const seen = { origin: 'https://travel.example', host: '127.0.0.1:3000', publicUrl: 'not set' }
  for (let at = 0; at < 5; at += 1) tell(seen)
  now = 1_000
  tell({ ...seen, origin: 'x'.repeat(9_000) })
  now = 2_000
  tell(seen)
  expect(lines).toEqual([seen, { ...seen, origin: 'x'.repeat(200), omitted: 4 }, seen])
})

test.each([
  ['/profiles/ark_0123456789abcdefghijKL/keys', '/profiles/ark_…/keys'],
  ['/executions/exec_0123456789abcdefghijKL', '/executions/exec_…'],
  ['/profiles/ARK_0/ark_1', '/profiles/ARK_…/ark_…'],
  ['/api/search/flights', '/api/search/flights'],
])('%s is logged as %s', (path, logged) => {
  expect(withoutTokens(path)).toBe(logged)
})
