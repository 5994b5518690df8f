import { describe, expect, test, vi } from 'vitest'
import { overriddenMethods } from './method-overrides.ts'

const form = 'application/x-www-form-urlencoded'
const part = (head: string) => `--b\r\n${head}\r\n\r\nDELETE\r\n--b--\r\n`

describe('a method override is found', () => {
  test.each([
    ['in a header', { headers: [['x-http-method-override', 'delete']] }],
    ['in a header with underscores', { headers: [['x_http_method', ' DELETE ']] }],
    ['in a shorter header', { headers: [['x-method-override', 'DELETE']] }],
    ['in the query', { query: '?a=b&_method=delete' }],
    ['in the query, encoded', { query: '?%5Fmethod=DELETE' }],
    ['in a form', { type: form, body: 'a=b&_method=DELETE' }],
    ['in a form, encoded', { type: form, body: '%5fmetho%64=DELETE' }],
    ['in a form without a type', { body: '_method=DELETE' }],
    [
      'in multipart',
      { type: 'multipart/form-data; boundary=b', body: part('Content-Disposition: form-data; name="_method"') },
    ],
    [
      'in multipart with more header lines',
      { type: 'Multipart/Form-Data; boundary=b', body: part('content-disposition: form-data; name=_method\r\nx: y') },
    ],
    ['in a form whose type has parameters', { type: `${form}; x=json`, body: '_method=DELETE' }],
    ['in a form after a semicolon', { type: form, body: 'a=1;_method=DELETE' }],
    ['in a form with a space', { type: form, body: 'a=1& _method=DELETE' }],
    ['in a form, in a spelling that PHP accepts', { type: form, body: '[method=DELETE' }],
    ['in a form, as a list', { type: form, body: '_method[]=DELETE' }],
    ['in a header with dots', { headers: [['x.http.method.override', 'DELETE']] }],
    ['in the query under another name', { query: '?_HttpMethod=DELETE' }],
    [
      'in multipart with a space',
      { type: 'multipart/form-data; boundary=b', body: part('content-disposition: form-data; name ="_method"') },
    ],
    [
      'in multipart in single quotes',
      { type: 'multipart/form-data; boundary=b', body: part("content-disposition: form-data; name='_method'") },
    ],
    [
      'in multipart, encoded',
      { type: 'multipart/form-data; boundary=b', body: part("content-disposition: form-data; name*=utf-8''_method") },
    ],
    ['in JSON without a type', { body: '{"_method":"DELETE"}' }],
    ['in JSON with a trailing comma', { type: 'application/json', body: '{"_method":"DELETE",}' }],
    ['in JSON with another letter escaped', { type: 'application/json', body: '{"_metho\\u0064":"delete"}' }],
    [
      'in JSON with two bytes per character',
      { type: 'application/json', body: [...'{"_method":"DELETE"}'].join('\0') },
    ],
    [
      'behind 200 bytes, with two bytes per character',
      { body: `${' '.repeat(200)}_\0m=\0&_method=\0D\0E\0L\0E\0T\0E` },
    ],
    ['in JSON', { type: 'application/json', body: '{"a":1,"_method":"DELETE"}' }],
    ['in JSON after a key that shifts the quotes', { body: '{"a":["z"],":":1,"_method":"DELETE"}' }],
    [
      'in multipart behind another parameter',
      { body: part('content-disposition: form-data; filename=""; xname=a; name="_method"') },
    ],
    [
      'in multipart behind a long parameter',
      { body: part(`content-disposition: form-data; x=${'a'.repeat(2000)}; name="_method"`) },
    ],
    [
      'in multipart before another name',
      { body: part('content-disposition: form-data; name="_method"\r\ncontent-type: text/plain; name=a') },
    ],
    ['in JSON, escaped', { type: 'application/json', body: '{"\\u005Fmethod":"delete"}' }],
  ] as const)(
    '%s',
    async (_, given: {
      headers?: ReadonlyArray<readonly [string, string]>
      query?: string
      type?: string
      body?: string
    }) => {
      const { headers = [], query = '', type, body } = given
      const seen = await overriddenMethods({
        url: new URL(`https://api.example.com/${query}`),
        headers: [...headers, ...(type === undefined ? [] : [['content-type', type] as const])],
        body: body === undefined ? undefined : Buffer.from(body),
      })
      expect(seen).toEqual(['DELETE'])
    },
  )
})

test('finds no override in an ordinary request', async () => {
  const url = new URL('https://api.example.com/?method=DELETE&q=_method')
  const body = Buffer.from('{"method":"DELETE","note":"_method"}')
  expect(await overriddenMethods({ url, headers: [['content-type', 'application/json']], body })).toEqual([])
})

test('finds an override behind many others, at the border of every block', async () => {
  const url = new URL('https://api.example.com/')
  for (const filler of ['a=b&', 'name=a\r\n\r\n', '\n', ',"a":"b"']) {
    for (const shift of [0, 1, 2]) {
      const body = Buffer.from(`${'m'.repeat(shift)}${filler.repeat(10_000)}&_method=DELETE&${filler.repeat(10_000)}`)
      expect(await overriddenMethods({ url, headers: [], body })).toEqual(['DELETE'])
    }
  }
})

test.each([
  ['lines', '\n'],
  ['fields', 'a&'],
  ['names', 'name=;'],
])('a body of many %s is searched in slices, so that other work runs in between', async (_, piece) => {
  // Every slice uses up its time at once.
  let now = 0
  using _clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
  let turns = 0
  let isSearching = true
  const turn = () => {
    turns += 1
    if (isSearching) setImmediate(turn)
  }
  setImmediate(turn)
  const body = Buffer.from(`m=${piece.repeat(100_000 / piece.length)}`)
  await overriddenMethods({ url: new URL('https://api.example.com/'), headers: [], body })
  isSearching = false
  expect(turns).toBeGreaterThan(4)
})
