import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnPathOf, safeReturnPath, withReturnPath } from './return-path.ts'

describe('safeReturnPath', () => {
  it.each(['/', '/search/flights?origin=SEA&destination=NRT#first', '/account'])('keeps %s', (path) => {
    expect(safeReturnPath(path)).toBe(path)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/a\\..\\..//evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    'search',
    '',
    '/api/auth/signout',
    undefined,
    ['/account'],
  ])('returns the home page for %j', (text) => {
    expect(safeReturnPath(text)).toBe('/')
  })

  it('never leads to another origin', () => {
    const hostile = fc.array(fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '%2f', 'a', 'http', '\t', '\n', ' '))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          hostile.map((parts) => `/${parts.join('')}`),
        ),
        (text) => {
          const path = safeReturnPath(text)
          expect(new URL(path, 'https://travel.example').origin).toBe('https://travel.example')
          expect(path).toMatch(/^\/(?!\/)/)
        },
      ),
    )
  })
})

describe('returnPathOf', () => {
  it.each([
    [{ next: '/account' }, '/account'],
    [{ callbackUrl: 'http://127.0.0.1:3000/account?a=1' }, '/account?a=1'],
    [{ callbackUrl: 'https://evil.example//evil.example' }, '/'],
    [{ callbackUrl: '/account' }, '/account'],
    [{ next: ['/a', '/b'] }, '/'],
    [{}, '/'],
  ])('%j continues to %s', (query, path) => {
    expect(returnPathOf(query)).toBe(path)
  })

  it('reads what withReturnPath wrote', () => {
    const path = '/search/flights?origin=SEA&destination=NRT'
    const url = new URL(withReturnPath('/sign-in', path), 'https://travel.example')
    expect(returnPathOf(Object.fromEntries(url.searchParams))).toBe(path)
  })
})
