import { expect, it } from 'vitest'
import type { Upstream } from '../core/ports.ts'
import { canonicalHost, targetOf } from './target.ts'

const target = (upstream?: Upstream, host = 'api.example.com') => targetOf(host, { of: () => upstream })

it('without a replacement, the declared host is the real one', () => {
  const { actual, declared, ...rest } = target()
  const url = new URL('https://api.example.com/a?b')
  expect(rest).toEqual({ origin: 'https://api.example.com', data: 'live', exempt: false })
  expect([actual(url), declared(url)]).toEqual([url, url])
  expect(target({ url: 'https://api.example.com/', data: 'test' })).toMatchObject({ data: 'test', exempt: false })
})

it.each([
  ['http://127.0.0.1:4100', '/v1/x?q', 'http://127.0.0.1:4100/v1/x?q'],
  ['http://127.0.0.1:4100/base/', '/v1/x?q', 'http://127.0.0.1:4100/base/v1/x?q'],
  ['https://api.example.com/sandbox', '/v1', 'https://api.example.com/sandbox/v1'],
  ['http://127.0.0.1:4100/base', '//evil.example/x', 'http://127.0.0.1:4100/base//evil.example/x'],
  ['http://127.0.0.1:4100', '//evil.example/x', 'http://127.0.0.1:4100//evil.example/x'],
])('with %s, %s goes to %s and back', (url, path, real) => {
  const { actual, declared, exempt } = target({ url, data: 'sample' })
  const asked = new URL(`https://api.example.com${path}`)
  expect(exempt).toBe(true)
  expect(actual(asked).href).toBe(real)
  expect(declared(new URL(real)).href).toBe(asked.href)
})

it('a URL outside of the replacement stays as it is', () => {
  const { declared } = target({ url: 'http://127.0.0.1:4100/base', data: 'sample' })
  for (const url of ['http://127.0.0.1:4100/baseless', 'http://127.0.0.1:4101/base/x', 'http://127.0.0.1:4100/']) {
    expect(declared(new URL(url)).href).toBe(url)
  }
  expect(declared(new URL('http://127.0.0.1:4100/base?q')).href).toBe('https://api.example.com/?q')
})

it('the default port is not part of a host', () => {
  expect(['a.example:443', 'a.example', 'a.example:8443'].map(canonicalHost)).toEqual([
    'a.example',
    'a.example',
    'a.example:8443',
  ])
})
