import { afterEach, expect, test, vi } from 'vitest'
import { isOffline, openIfReached, siteAnswers, UNREACHED_ATTEMPT, watchOffline } from './connection.ts'

const page = document.documentElement

/** What the browser says about itself, whether this page is a saved copy, and the site's answer to each request. */
function subject({ saysOnline = true, isCopy = false, status = 0 }) {
  const state = { saysOnline, status }
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => state.saysOnline)
  if (isCopy) page.dataset.keptAt = '1795183500000'
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    if (state.status === 0) throw new TypeError('Failed to fetch')
    return new Response(null, { status: state.status })
  })
  vi.stubGlobal('fetch', fetch)
  const attempts = vi.fn<() => void>()
  window.addEventListener(UNREACHED_ATTEMPT, attempts)
  const end = new AbortController()
  end.signal.addEventListener('abort', () => window.removeEventListener(UNREACHED_ATTEMPT, attempts))
  ending.push(() => end.abort())
  return { state, fetch, attempts, signal: end.signal }
}
const ending: (() => void)[] = []

afterEach(() => {
  for (const end of ending.splice(0)) end()
  delete page.dataset.keptAt
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([200, 404, 503])('an answer of status %s shows that the site is reached', async (status) => {
  subject({ status })
  expect(await siteAnswers()).toBe(true)
})

test('a request without an answer shows that the site is not reached', async () => {
  subject({})
  expect(await siteAnswers()).toBe(false)
})

test.each([
  ['says so and the site does not answer', false, 0, true],
  ['says so but the site answers, as on the same machine', false, 200, false],
  ['does not say so, because the site may be down', true, 0, false],
])('the device counts as offline or not, if the browser %s', async (_, saysOnline, status, expected) => {
  subject({ saysOnline, status })
  expect(await isOffline()).toBe(expected)
})

test('the device does not count as offline if the connection is back before the check ends', async () => {
  const { state, fetch } = subject({ saysOnline: false })
  fetch.mockImplementation(async () => {
    state.saysOnline = true
    throw new TypeError('Failed to fetch')
  })
  expect(await isOffline()).toBe(false)
})

test('reports at the start and after each change whether the device is offline', async () => {
  const { state, signal } = subject({})
  const seen: boolean[] = []
  const next = async (change: () => void) => {
    const before = seen.length
    change()
    await vi.waitFor(() => expect(seen).toHaveLength(before + 1))
  }
  const say = (saysOnline: boolean) => {
    state.saysOnline = saysOnline
    dispatchEvent(new Event(saysOnline ? 'online' : 'offline'))
  }
  await next(() => watchOffline((one) => seen.push(one), signal))
  await next(() => say(false))
  await next(() => say(true))
  expect(seen).toEqual([false, true, false])
})

test('opens a page at once and without a request if nothing has failed', () => {
  const { fetch } = subject({})
  const open = vi.fn<() => void>()
  void openIfReached(open)
  expect(open).toHaveBeenCalledOnce()
  expect(fetch).not.toHaveBeenCalled()
})

test.each([
  ['the browser says that it is offline', { saysOnline: false }],
  ['this page is a saved copy, although the browser says that it is online', { isCopy: true }],
])('if %s, a page opens only if the site answers', async (_, doubt) => {
  const { state, attempts } = subject(doubt)
  const open = vi.fn<() => void>()
  await openIfReached(open)
  expect(open).not.toHaveBeenCalled()
  expect(attempts).toHaveBeenCalledOnce()
  state.status = 200
  await openIfReached(open)
  expect(open).toHaveBeenCalledOnce()
  expect(attempts).toHaveBeenCalledOnce()
})
