import fc from 'fast-check'
import { expect, it } from 'vitest'
import { queryOf, requestTargetHeader } from './request-target.ts'

const requestFor = (target: string | undefined, url = 'http://localhost:3000/api/x?kept=1') =>
  new Request(url, { headers: target === undefined ? {} : { [requestTargetHeader]: target } })

it('reads what the client asked for, and not the address that was made of it', () => {
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

it('reads the address of a request that was not stamped', () => {
  expect([...queryOf(requestFor(undefined))]).toEqual([['kept', '1']])
})

it('reads every query as an address does', () => {
  fc.assert(
    fc.property(fc.webQueryParameters(), (query) => {
      const url = new URL(`http://localhost/?${query}`)
      expect([...queryOf(requestFor(`${url.pathname}${url.search}`))]).toEqual([...url.searchParams])
    }),
  )
})
