import { afterEach, expect, it, vi } from 'vitest'
import { fetchOrTakeEarly } from './search-query.ts'

const address = '/api/search/flights?origin=SEA'
const asked = () => vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('asked'))

function startEarly() {
  const abort = new AbortController()
  window.earlySearch = { address, abort, answer: Promise.resolve(new Response('early')) }
  return abort.signal
}

afterEach(() => {
  delete window.earlySearch
  vi.restoreAllMocks()
})

it('the answer of the early search goes only to the first request for its URL', async () => {
  const fetch = asked()
  startEarly()
  const { signal } = new AbortController()
  const answerOf = async (one: string) => (await fetchOrTakeEarly(one, { signal })).text()
  expect(await answerOf('/api/search/hotels')).toBe('asked')
  expect(await answerOf(address)).toBe('early')
  expect(await answerOf(address)).toBe('asked')
  expect(fetch).toHaveBeenCalledTimes(2)
})

it('aborting a request aborts the early search, before and after the request has taken the answer', async () => {
  const early = startEarly()
  const request = new AbortController()
  await fetchOrTakeEarly(address, { signal: request.signal })
  expect(early.aborted).toBe(false)
  request.abort()
  expect(early.aborted).toBe(true)

  const another = startEarly()
  await fetchOrTakeEarly(address, { signal: AbortSignal.abort() })
  expect(another.aborted).toBe(true)
})
