import { expect, it } from 'vitest'
import { maxRequestHeaderSize } from '../contract/operations/fetch.ts'
import { checkHeaders, headersForSecretHost, visibleHeaders } from './request-headers.ts'

it('allows 100 headers and no more, and a bounded size', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => [`x-${at}`, 'a'] as const)
  expect(checkHeaders(many(100))).toMatchObject({ kind: 'allowed' })
  expect(checkHeaders(many(101))).toEqual({ kind: 'too_large' })
  const sized = (size: number) => [['x-a', 'b'.repeat(size - 'x-a'.length)]] as const
  expect(checkHeaders(sized(maxRequestHeaderSize))).toMatchObject({ kind: 'allowed' })
  expect(checkHeaders(sized(maxRequestHeaderSize + 1))).toEqual({ kind: 'too_large' })
})

it.each(['content_type', 'content.length', 'transfer~encoding', 'keep_alive', 'proxy_x'])(
  'blocks the spelling %s of a header that counts',
  (name) => {
    expect(checkHeaders([[name, '1']])).toMatchObject({ kind: 'blocked' })
  },
)

it('sends headers in lower case, without those of the connection, and gives the host apart', () => {
  expect(
    checkHeaders([
      ['Host', 'API.example.com'],
      ['X_Custom', ' a '],
      ['Connection', 'close'],
      ['Content-Type', 'a/b'],
      ['content-type', 'a/b'],
    ]),
  ).toEqual({
    ...{ kind: 'allowed', host: 'api.example.com' },
    headers: [
      ['x_custom', 'a'],
      ['content-type', 'a/b'],
    ],
  })
})

it('asks a host that gets a secret for whole responses, in a charset that can be searched', () => {
  expect(
    headersForSecretHost([
      ['accept', 'a/b'],
      ['Accept-Charset', 'utf-7'],
    ]),
  ).toEqual({ kind: 'allowed', headers: [['accept', 'a/b']] })
  for (const name of ['Range', 'if-range']) {
    expect(headersForSecretHost([[name, 'x']])).toMatchObject({ kind: 'blocked' })
  }
})

it('shows a skill no headers of the connection, and masks names and values', () => {
  const given = [
    ['transfer-encoding', 'chunked'],
    ['x-secret', 'a secret'],
  ] as const
  expect(visibleHeaders(given, (text) => text.replace('secret', '***'))).toEqual([['x-***', 'a ***']])
})
