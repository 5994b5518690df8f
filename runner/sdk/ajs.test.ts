import { afterEach, expect, test, vi } from 'vitest'
import { httpFetch } from './ajs.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The headers of the request that `httpFetch` sends for these headers and this body. */
async function headersOf(headers: Readonly<Record<string, string>> | undefined, body: string | { a: number }) {
  const fetch = vi.fn(async () => Response.json({}))
  vi.stubGlobal('fetch', fetch)
  await httpFetch({ url: 'https://api.example.com/', body, ...(headers === undefined ? {} : { headers }) })
  const [call] = fetch.mock.calls as unknown[][]
  return Object(call?.[1]).headers
}

test('a value is sent as JSON, with the content type of JSON unless the function names one in any letter case', async () => {
  expect(await headersOf(undefined, { a: 1 })).toEqual({ 'content-type': 'application/json' })
  const own = { 'Content-Type': 'application/vnd.api+json' }
  expect(await headersOf(own, { a: 1 })).toEqual(own)
})

test('a text is sent without a content type', async () => {
  expect(await headersOf(undefined, 'a=1')).toEqual({})
})
