import { gunzipSync } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
import { ndjsonGzipType } from '#runner/contract/ndjson-type.ts'
import { withDatabase } from '../support/database.ts'
import { failSearch, healSearch } from '../support/provider.ts'
import { dayIn, executionsOf, newSearch, streamPath } from '../support/searches.ts'
import { linesOf } from '../support/stream.ts'
import { expect, test } from '../support/test.ts'

test('a search streams its sources, an answer per source, and an end line', async ({ guestRequest }) => {
  const answer = await guestRequest.get(streamPath(newSearch()))
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toContain('application/x-ndjson;')
  const lines = linesOf(await answer.text())
  expect(lines.map(({ type }) => type)).toEqual(['sources', 'answer', 'done'])
  expect(lines[0]).toMatchObject({ sources: [{ skill: 'flight-search', provider: 'Amadeus', timeout_ms: 15_000 }] })
  expect(lines[1]).toMatchObject({
    source: 'flight-search',
    output: { status: 'success', metadata: { data: 'sample' } },
  })
})

test('a search streams gzip on request, with the same lines as without', async ({ guestRequest }) => {
  const path = streamPath(newSearch())
  const packed = await guestRequest.get(path, { headers: { accept: ndjsonGzipType } })
  expect(packed.headers()['content-type']).toBe(ndjsonGzipType)
  const lines = linesOf(gunzipSync(await packed.body()).toString('utf8'))
  const plain = linesOf(await (await guestRequest.get(path)).text())
  expect(lines.map(({ type }) => type)).toEqual(['sources', 'answer', 'done'])
  expect(lines[1]).toMatchObject({ output: { results: Object(plain[1]).output.results } })
})

/** Sends a search with the session of `guest`, and resolves with its first line, while the provider may still work. */
async function begin(guest: APIRequestContext, url: string, signal?: AbortSignal) {
  const { cookies } = await guest.storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { body } = await fetch(url, { headers: { cookie }, ...(signal && { signal }) })
  const texts = (body ?? new ReadableStream<Uint8Array<ArrayBuffer>>()).pipeThrough(new TextDecoderStream())
  const reader = texts.getReader()
  const first = (await reader.read()).value ?? ''
  const rest = async () => {
    let text = first
    for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value
    return text
  }
  return { first, rest }
}

test('two identical concurrent searches share one execution', async ({ guestRequest, appUrl }) => {
  const search = newSearch()
  await failSearch(search, 'held')
  const both = await Promise.all([1, 2].map(() => begin(guestRequest, appUrl + streamPath(search))))
  await withDatabase(async (db) => {
    const count = () => db.execution.count({ where: executionsOf(search) })
    await expect.poll(count).toBe(1)
    await healSearch(search)
    for (const { rest } of both) {
      const lines = linesOf(await rest())
      expect(lines).toHaveLength(3)
      // The provider was asked, so the second search did not find the answer of an ended one.
      expect(lines[1]).toMatchObject({ output: { status: 'success', metadata: { cached: false } } })
    }
    expect(await count()).toBe(1)
  })
})

const wrongQueries = [
  { what: 'the same origin and destination', field: 'destination', wrong: { origin: 'SEA', destination: 'SEA' } },
  { what: 'the same city at both ends', field: 'destination', wrong: { origin: 'TYO', destination: 'TYO' } },
  { what: 'an unknown airport', field: 'origin', wrong: { origin: 'QQQ' } },
  { what: '10 adults', field: 'adults', wrong: { adults: '10' } },
  { what: '5 adults and 5 children', field: 'adults', wrong: { adults: '5', children: '5' } },
  { what: 'more infants than adults', field: 'infants', wrong: { infants: '2' } },
  { what: 'a return before the departure', field: 'return_date', wrong: { return_date: dayIn(3) } },
  { what: 'a count that is not a number', field: 'adults', wrong: { adults: 'two' } },
  { what: 'an unknown parameter', field: 'meal', wrong: { meal: 'fish' } },
  { what: 'a day more than a year ahead', field: 'date', wrong: { date: dayIn(400) } },
]

const daysPath = (search: Record<string, string>) =>
  `/api/search/flights/dates?${new URLSearchParams({ ...search, dates: dayIn(40) })}`

test('a wrong search is INVALID_INPUT and names the field, and so is the request for its day prices', async ({
  guestRequest,
}) => {
  for (const { what, field, wrong } of wrongQueries) {
    for (const path of [streamPath(newSearch(wrong)), daysPath(newSearch(wrong))]) {
      const answer = await guestRequest.get(path)
      expect(answer.status(), what).toBe(400)
      const { error } = await answer.json()
      expect(error.code, what).toBe('INVALID_INPUT')
      expect(Object.keys(error.details), what).toContain(field)
      expect(error.message, what).toContain(field)
    }
  }
})

test('a search with a past date is INVALID_INPUT for date, but its page still gets the prices of days ahead', async ({
  guestRequest,
}) => {
  const past = newSearch({ date: '2020-02-03' })
  const refused = await guestRequest.get(streamPath(past))
  expect(refused.status()).toBe(400)
  const { error } = await refused.json()
  expect(error.code).toBe('INVALID_INPUT')
  expect(error.message).toContain('date')
  expect(Object.keys(error.details)).toEqual(['date'])
  const answer = await guestRequest.get(daysPath(past))
  expect(answer.status()).toBe(200)
  expect(JSON.parse(await answer.text())).toMatchObject({ dates: dayIn(40) })
})

test('a client that disconnects cancels its execution', async ({ guestRequest, appUrl }) => {
  const search = newSearch()
  await failSearch(search, 'hang')
  const leaving = new AbortController()
  const { first } = await begin(guestRequest, appUrl + streamPath(search), leaving.signal)
  expect(linesOf(first)).toMatchObject([{ type: 'sources' }])
  await withDatabase(async (db) => {
    const seen = async () => {
      const rows = await db.execution.findMany({ where: executionsOf(search) })
      return rows.map(({ status, errorCode }) => ({ status, errorCode }))
    }
    await expect.poll(seen).toEqual([{ status: 'running', errorCode: null }])
    leaving.abort()
    await expect.poll(seen).toEqual([{ status: 'error', errorCode: 'CANCELLED' }])
  })
})
