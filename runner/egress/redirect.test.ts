import { describe, expect, it } from 'vitest'
import { follow, type Hop, locationOf, withLocation, withoutCredentials } from './redirect.ts'

const headers = [
  ['date', 'today'],
  ['location', '/next'],
] as const

it('only 301, 302, 303, 307 and 308 redirect, and only with a location', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    expect(locationOf(status, headers)).toBe('/next')
    expect(locationOf(status, [['date', 'today']])).toBeUndefined()
  }
  for (const status of [200, 201, 202, 300, 304, 305, 306, 309, 401])
    expect(locationOf(status, headers)).toBeUndefined()
})

it('shows another target and keeps the other headers', () => {
  expect(withLocation(headers, '/shown')).toEqual([
    ['date', 'today'],
    ['location', '/shown'],
  ])
})

describe('the next request', () => {
  const hop = (method: Hop['method']): Hop => ({
    url: 'https://a.example/',
    method,
    headers: [
      ['content-type', 'text/plain'],
      ['x-a', 'b'],
    ],
    body: Buffer.from('body'),
  })
  const next = new URL('https://a.example/next')

  it.each<[Hop['method'], number]>([
    ['POST', 301],
    ['POST', 302],
    ['POST', 303],
    ['PUT', 303],
    ['DELETE', 303],
  ])('of a %s with status %i is a GET without body', (method, status) => {
    expect(follow(hop(method), status, next)).toEqual({
      ...{ url: next.href, method: 'GET', headers: [['x-a', 'b']], body: undefined },
    })
  })

  it.each<[Hop['method'], number]>([
    ['GET', 301],
    ['HEAD', 303],
    ['PUT', 301],
    ['DELETE', 302],
    ['POST', 307],
    ['POST', 308],
    ['HEAD', 302],
  ])('of a %s with status %i keeps method and body', (method, status) => {
    expect(follow(hop(method), status, next)).toEqual({ ...hop(method), url: next.href })
  })

  it('to another host has neither credentials nor values that hold a secret', () => {
    const given = [
      ['authorization', 'Bearer x'],
      ['cookie', 'a=b'],
      ['x-key', 'SECRET'],
      ['x-a', 'b'],
    ] as const
    expect(withoutCredentials(given, (value) => value === 'SECRET')).toEqual([['x-a', 'b']])
  })
})
