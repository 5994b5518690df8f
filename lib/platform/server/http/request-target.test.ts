import fc from 'fast-check'
import { expect, it } from 'vitest'
import { queryOf, requestTargetHeader, stampRequestTarget } from './request-target.ts'

const requestFor = (target: string | undefined) =>
  new Request('http://localhost:3000/api/x?kept=1', {
    headers: target === undefined ? {} : { [requestTargetHeader]: target },
  })

it("reads the client's original target, not the normalized URL", () => {
  expect([...queryOf(requestFor('/api/x?__proto__=1&a=2&a=%20b+c'))]).toEqual([
    ['__proto__', '1'],
    ['a', '2'],
    ['a', ' b c'],
  ])
  expect([...queryOf(requestFor('/api/x'))]).toEqual([])
  expect([...queryOf(requestFor('/api/x??a=1'))]).toEqual([['?a', '1']])
  expect([...queryOf(requestFor('http://other.example/?a=1#b'))]).toEqual([['a', '1']])
  expect([...queryOf(requestFor('//[?a=1'))]).toEqual([['a', '1']])
})

it('reads the URL of an unstamped request', () => {
  expect([...queryOf(requestFor(undefined))]).toEqual([['kept', '1']])
})

it('reads every query as the URL class does', () => {
  fc.assert(
    fc.property(fc.webQueryParameters(), (query) => {
      const url = new URL(`http://localhost/?${query}`)
      expect([...queryOf(requestFor(`${url.pathname}${url.search}`))]).toEqual([...url.searchParams])
    }),
  )
})

it.each([
  ['/', '/'],
  ['/api/places?q=vie#x', '/api/places?q=vie#x'],
  ['//evil.example/?a=1', '//evil.example/?a=1'],
  ['/a%2Fb/%F0%9D%92%B3?c=%', '/a%2Fb/%F0%9D%92%B3?c=%'],
  ['/api/%', '/api/%25'],
  ['/api/%ff%2F', '/api/%25ff%252F'],
  ['*', '/'],
  ['http://other.example', '/'],
  ['http://other.example?a=1', '/?a=1'],
  ['HTTPS://other.example:1/api/places?q=http://b/', '/api/places?q=http://b/'],
  ['http://[::1', '/'],
  ['http:a', '/http:a'],
  ['/api/../sign-in?a=/../b', '/sign-in?a=/../b'],
  ['/_next/static/%2e%2e/.%2E/sign-in', '/sign-in'],
  [String.raw`/_next/static\..\..\sign-in`, '/sign-in'],
  ['/a/./b/..', '/a/'],
  ['/api/..//evil.example/', '//evil.example/'],
])('normalizes the target %s', (target, left) => {
  const request = { headers: {}, url: target }
  stampRequestTarget(request)
  expect(request).toEqual({ headers: { [requestTargetHeader]: target }, url: left })
})

it('always produces a path in normal form', () => {
  const step = fc.constantFrom('..', '.', '%2e', '%2E.', '/', '\\', 'api', 'a', '%', '%2f', '%00', ';', '#', ':', '@')
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const request = { headers: {}, url: `/${steps.join('')}` }
      stampRequestTarget(request)
      expect(request.url).toBe(new URL(`http://localhost${request.url}`).pathname)
      expect(() => decodeURIComponent(request.url)).not.toThrow()
    }),
  )
})

it('passes the first 200 parameters to Next and all of them to a route', () => {
  const names = Array.from({ length: 7000 }, (_, n) => `a${n}`)
  for (const [count, left] of [
    [199, 199],
    [200, 200],
    [201, 200],
    [7000, 200],
  ] as const) {
    const request = { headers: {}, url: `/api/x?${names.slice(0, count).join('&')}` }
    stampRequestTarget(request)
    expect(request.url).toBe(`/api/x?${names.slice(0, left).join('&')}`)
    expect(queryOf(new Request('http://localhost/', request)).size).toBe(count)
  }
})
