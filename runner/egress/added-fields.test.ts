import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AddedField, type Place, whyNoCredential, withFields, withoutOwn } from './added-fields.ts'

/** Spellings of `api_key` that some server or framework reads as `api_key`. */
const spellings = [
  'api_key',
  'API_KEY',
  'api-key',
  'api.key',
  'api%5Fkey',
  '%61pi_key',
  'api_key[]',
  'api_key[0]',
  '+api_key',
]
const others = ['a', 'api_keys', 'key', 'my_api_key', 'page%5Bafter%5D', '']
const inQuery: AddedField = { in: 'query', name: 'api_key', value: 'the real & only' }
const inHeader: AddedField = { in: 'header', name: 'x-api-key', value: 'the real' }

const pair = (names: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names), fc.constantFrom('', '=', '=own', '=own=own'))
const requestOf = (search: string, headers: ReadonlyArray<readonly [string, string]> = []) => ({
  url: new URL(`https://a.example/path${search}`),
  headers,
})

describe('the field of a credential', () => {
  it('overrides query parameters of the same name from the skill, in any spelling, and keeps others in order', () => {
    const parts = fc.array(fc.oneof(pair(spellings), pair(others)), { maxLength: 8 })
    fc.assert(
      fc.property(parts, fc.constantFrom('&', ';'), (all, separator) => {
        const search = `?${all.map(([name, value]) => name + value).join(separator)}`
        const sent = withFields(withoutOwn(requestOf(search), [inQuery]), [inQuery])
        const kept = all.filter(([name]) => others.includes(name)).map(([name, value]) => name + value)
        const own = `api_key=${encodeURIComponent(inQuery.value)}`
        const separated = kept.join(separator)
        expect(sent.url.search).toBe(`?${separated}${separated === '' ? '' : '&'}${own}`)
        expect(sent.url.pathname).toBe('/path')
      }),
    )
  })

  it.each([
    ['?x=1;api_key=own&y=3', '?x=1&y=3'],
    ['?x=1&api_key=own;y=3', '?x=1;y=3'],
    ['?api_key=own;x=1&', '?x=1&'],
  ])('separates the others of %s as the skill did', (search, kept) => {
    expect(withoutOwn(requestOf(search), [inQuery]).url.search).toBe(kept)
  })

  it('overrides headers of the same name from the skill, in any spelling', () => {
    const names = fc.constantFrom('x-api-key', 'x_api_key', 'x.api.key', 'x-api-keys', 'accept')
    fc.assert(
      fc.property(fc.array(names, { maxLength: 6 }), (given) => {
        const request = requestOf(
          '',
          given.map((name) => [name, 'own'] as const),
        )
        const { headers } = withFields(withoutOwn(request, [inHeader]), [inHeader])
        expect(headers.filter(([, value]) => value === 'own').map(([name]) => name)).toEqual(
          given.filter((name) => name === 'x-api-keys' || name === 'accept'),
        )
        expect(headers.at(-1)).toEqual(['x-api-key', 'the real'])
      }),
    )
  })

  it('overrides nothing in the other place', () => {
    const request = requestOf('?api_key=own&x-api-key=own', [
      ['x-api-key', 'own'],
      ['api-key', 'own'],
    ])
    const byHeader = withFields(withoutOwn(request, [inHeader]), [inHeader])
    expect(byHeader.url.href).toBe(request.url.href)
    expect(byHeader.headers).toEqual([
      ['api-key', 'own'],
      ['x-api-key', 'the real'],
    ])
    const byQuery = withFields(withoutOwn(request, [inQuery]), [inQuery])
    expect(byQuery.headers).toEqual(request.headers)
    expect(byQuery.url.search).toBe('?x-api-key=own&api_key=the%20real%20%26%20only')
    expect(withoutOwn(requestOf('?api_key=own'), [inQuery]).url.href).toBe('https://a.example/path')
  })

  it('leaves a request to a host without credentials unchanged', () => {
    const request = requestOf('?api_key=own', [['x-api-key', 'own']])
    expect(withFields(withoutOwn(request, []), [])).toBe(request)
  })
})

describe('a credential', () => {
  it.each([
    'host',
    'content-type',
    'content-length',
    'content_length',
    'transfer-encoding',
    'connection',
    'keep-alive',
    'keep_alive',
    'accept_encoding',
    'expect',
    'te',
    'accept',
    'accept-encoding',
    'range',
    'if-match',
    'x-original-url',
    'proxy-authorization',
    'x-http-method-override',
  ])('may not be sent as the header %s', (name) => {
    expect(whyNoCredential({ in: 'header', name })).toContain(name)
  })

  it('may not be sent as a query parameter that overrides the method', () => {
    expect(whyNoCredential({ in: 'query', name: '_method' })).toContain('_method')
  })

  it.each<Place>([
    { in: 'header', name: 'authorization' },
    { in: 'header', name: 'x-api-key' },
    { in: 'header', name: 'apikey' },
    { in: 'query', name: 'key' },
    { in: 'query', name: 'access_token' },
    { in: 'query', name: 'accept' },
  ])('may be sent as $in $name', (place) => {
    expect(whyNoCredential(place)).toBeUndefined()
  })
})
