import { expect, test } from 'vitest'
import { ndjsonGzipType } from '#runner/contract/ndjson-type.ts'
import type { SearchLine } from '#runner/contract/stream.ts'
import { assetCache, keptCache, readKeptIndex } from './kept-index.ts'
import { createKeptPages, kindOf } from './kept-pages.ts'

const origin = 'https://travel.example'

/** Caches in memory, keyed by path and query. */
function fakeCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>()
  const keyOf = (request: RequestInfo | URL) => {
    const { pathname, search } = new URL(request instanceof Request ? request.url : String(request), origin)
    return `${pathname}${search}`
  }
  const cacheOf = (name: string) => {
    const kept = all.get(name) ?? new Map<string, Response>()
    all.set(name, kept)
    const cache: Partial<Cache> = {
      match: async (request) => kept.get(keyOf(request))?.clone(),
      put: async (request, response) => void kept.set(keyOf(request), response),
      delete: async (request) => kept.delete(keyOf(request)),
      keys: async () => [...kept.keys()].map((path) => new Request(`${origin}${path}`)),
    }
    return cache as Cache
  }
  const storage: Partial<CacheStorage> = {
    open: async (name) => cacheOf(name),
    has: async (name) => all.has(name),
    delete: async (name) => all.delete(name),
    keys: async () => [...all.keys()],
    match: async (request, { cacheName = '' } = {}) => all.get(cacheName)?.get(keyOf(request))?.clone(),
  }
  return storage as CacheStorage
}

/** The lines of a search whose only source found these offers, or failed. */
function answerOf(offers: readonly string[] | 'failed'): string {
  const stamp = { skill: 'flight-search', version: '1.0.0' }
  const metadata = { query_time_ms: 900, cached: false, fetched_at: '2026-11-20T14:05:00Z', partial: false }
  const output =
    offers === 'failed'
      ? { ...stamp, status: 'error' as const, error: { code: 'API_UNAVAILABLE' as const, message: 'down' } }
      : { ...stamp, status: 'success' as const, results: offers.map((id) => ({ id })), metadata }
  const lines: SearchLine[] = [
    { type: 'sources', sources: [{ skill: 'flight-search', provider: 'Amadeus', timeout_ms: 15_000 }] },
    { type: 'answer', source: 'flight-search', output },
    { type: 'done', query_time_ms: 900 },
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** A site whose pages name `viewer`, and the kept pages of its service worker. */
function subject() {
  const site = {
    viewer: 'ana',
    isOnline: true,
    nowMs: Date.parse('2026-11-20T14:05:00Z'),
    /** The answer to a search; absent: one offer that names the search. */
    answer: undefined as string | undefined,
    isPacked: false,
    pageStatus: 200,
    /** Called after the site has written a page, before the page arrives. */
    beforePageArrives: undefined as ((path: string) => Promise<void>) | undefined,
  }
  const caches = fakeCaches()
  const requested: string[] = []
  const fetch = async (request: RequestInfo | URL) => {
    const { pathname, search } = new URL(request instanceof Request ? request.url : String(request), origin)
    requested.push(`${pathname}${search}`)
    if (!site.isOnline) throw new TypeError('Failed to fetch')
    if (pathname.startsWith('/api/')) {
      const answer = site.answer ?? answerOf([search])
      const type = site.isPacked ? ndjsonGzipType : 'application/x-ndjson; charset=utf-8'
      const { body } = new Response(answer)
      const sent = site.isPacked ? body?.pipeThrough(new CompressionStream('gzip')) : body
      return new Response(sent, { headers: { 'content-type': type, 'x-viewer': site.viewer || 'guest' } })
    }
    if (pathname.startsWith('/_next/')) return new Response('file')
    const html = `<html lang="en" data-viewer="${site.viewer}"><title>${pathname} &amp; – travel.aw</title><script src="/_next/static/a.js"></script></html>`
    await site.beforePageArrives?.(pathname)
    return new Response(html, { status: site.pageStatus, headers: { 'content-type': 'text/html' } })
  }
  let changes = 0
  const viewerChanged = async () => {
    changes += 1
  }
  /** The requests that were sent before each pause. */
  const pauses: string[][] = []
  const pause = async () => pauses.push([...requested])
  const kept = createKeptPages({ caches, fetch, now: () => site.nowMs, pause, origin, viewerChanged })
  async function search(query: string, beforeLinesArrive?: () => Promise<void>) {
    const works: Promise<unknown>[] = []
    const request = new Request(`${origin}/api/search/flights?${query}`, { method: 'POST' })
    const response = await kept.answer(request, (work) => works.push(work))
    await beforeLinesArrive?.()
    const text = await response.text()
    await Promise.all(works)
    return new Response(text, response)
  }
  const open = (path: string) => kept.page(new Request(`${origin}${path}`))
  const paths = async () => (await readKeptIndex(caches))?.pages.map(({ path }) => path)
  return { site, caches, kept, requested, pauses, search, open, paths, changes: () => changes }
}

test('stores the offline page and the trips page of a viewer', async () => {
  const { kept, paths, caches } = subject()
  await kept.see('ana')
  expect(await paths()).toEqual(['/trips', '/offline'])
  expect((await readKeptIndex(caches))?.pages[0]).toMatchObject({ title: '/trips &', atMs: 1795183500000 })
})

test('offline, results come from a copy marked with its time, whatever sort order the URL has', async () => {
  const { site, kept, search, open } = subject()
  await kept.see('ana')
  await search('origin=AMS&date=2027-02-13')
  site.isOnline = false
  expect(await (await open('/search/flights?origin=AMS&date=2027-02-13&sort=price')).text()).toContain(
    'data-kept-at="1795183500000"',
  )
  expect(await (await search('origin=AMS&date=2027-02-13')).text()).toContain('origin=AMS')
})

test.each([
  ['that says that the provider is down', answerOf('failed'), false],
  ['with no offers', answerOf([]), false],
  ['that says that the provider is down, compressed,', answerOf('failed'), true],
  ['that is not a list of lines', 'too busy', false],
])('an answer %s replaces neither saved results nor their date', async (_, answer, isPacked) => {
  const { site, kept, search, open } = subject()
  await kept.see('ana')
  await search('origin=AMS')
  site.nowMs += 60 * 60_000
  Object.assign(site, { answer, isPacked })
  await search('origin=AMS')
  site.isOnline = false
  expect(await (await search('origin=AMS')).text()).toBe(answerOf(['?origin=AMS']))
  expect(await (await open('/search/flights?origin=AMS')).text()).toContain('data-kept-at="1795183500000"')
})

test('a compressed answer with results replaces saved results', async () => {
  const { site, kept, search, open, caches } = subject()
  await kept.see('ana')
  await search('origin=AMS')
  site.nowMs += 60 * 60_000
  Object.assign(site, { answer: answerOf(['off_new']), isPacked: true })
  await search('origin=AMS')
  site.isOnline = false
  const copy = await caches.match('/api/search/flights?origin=AMS', { cacheName: keptCache })
  const unpacked = copy?.body?.pipeThrough(new DecompressionStream('gzip'))
  expect(await new Response(unpacked).text()).toBe(answerOf(['off_new']))
  expect(await (await open('/search/flights?origin=AMS')).text()).toContain('data-kept-at="1795187100000"')
})

test('a search without results is not among the saved pages', async () => {
  const { site, kept, search, paths } = subject()
  await kept.see('ana')
  site.answer = answerOf('failed')
  await search('origin=AMS')
  expect(await paths()).toEqual(['/trips', '/offline'])
})

test.each(['cabin=business', 'return_date=2027-02-20', 'adults=2', 'children=4'])(
  'offline, a search with %s does not show the copy of a search without it',
  async (more) => {
    const { site, kept, search, open } = subject()
    await kept.see('ana')
    await search('origin=AMS&date=2027-02-13&adults=1')
    site.isOnline = false
    const other = `origin=AMS&date=2027-02-13&adults=1&${more}`
    expect(await (await open(`/search/flights?${other}`)).text()).toContain('/offline &amp;')
    await expect(search(other)).rejects.toThrow('Failed to fetch')
  },
)

test('offline, the link of an alert shows the copy of the saved trips', async () => {
  const { site, kept, open } = subject()
  await kept.see('ana')
  site.isOnline = false
  expect(await (await open('/trips?alert=alrt_1')).text()).toContain('/trips &amp;')
})

test('offline, pages without a copy show the offline page, and searches without a copy fail', async () => {
  const { site, kept, search, open } = subject()
  await kept.see('ana')
  await search('origin=AMS')
  site.isOnline = false
  expect(await (await open('/hotels')).text()).toContain('/offline &amp;')
  expect(await (await open('/search/flights?origin=LHR')).text()).toContain('/offline &amp;')
  await expect(search('origin=LHR')).rejects.toThrow('Failed to fetch')
})

test('online, pages and answers never come from a copy', async () => {
  const { kept, search, open, requested } = subject()
  await kept.see('ana')
  await search('origin=AMS')
  requested.length = 0
  await open('/search/flights?origin=AMS')
  await search('origin=AMS')
  expect(requested).toEqual(['/search/flights?origin=AMS', '/api/search/flights?origin=AMS'])
})

test('waits after an answer before it requests the page again, so that the page can show its results', async () => {
  const { kept, search, requested, pauses } = subject()
  await kept.see('ana')
  requested.length = 0
  await search('origin=AMS')
  expect(pauses).toEqual([['/api/search/flights?origin=AMS']])
  expect(requested).toEqual(['/api/search/flights?origin=AMS', '/search/flights?origin=AMS'])
})

test('a change of viewer deletes every copy, including the answers', async () => {
  const { site, kept, search, paths, caches } = subject()
  await kept.see('ana')
  await search('origin=AMS')
  site.viewer = ''
  await kept.see('')
  expect(await paths()).toEqual(['/offline'])
  expect(await caches.match('/api/search/flights?origin=AMS', { cacheName: keptCache })).toBeUndefined()
})

test('reports a change of viewer, but not the first viewer or the same viewer again', async () => {
  const { kept, changes } = subject()
  await kept.see('ana')
  await kept.see('ana')
  expect(changes()).toBe(0)
  await kept.see('')
  await kept.see('ben')
  expect(changes()).toBe(2)
})

test('never stores a page of another viewer than the current one', async () => {
  const { site, kept, search, paths } = subject()
  await kept.see('ana')
  site.viewer = 'ben'
  await search('origin=AMS')
  expect(await paths()).toEqual(['/trips', '/offline'])
})

test('does not store a page of a person who signed out before the page arrived', async () => {
  const { site, kept, paths, caches } = subject()
  site.beforePageArrives = async (path) => {
    if (path !== '/trips' || site.viewer === '') return
    site.viewer = ''
    await kept.see('')
  }
  await kept.see('ana')
  expect(await paths()).toEqual(['/offline'])
  expect((await readKeptIndex(caches))?.viewer).toBe('')
  expect(await caches.match('/trips', { cacheName: keptCache })).toBeUndefined()
})

test("a guest's first search is stored, although the open page had no session", async () => {
  const { site, kept, search, paths, caches } = subject()
  site.viewer = ''
  await kept.see('')
  site.viewer = 'guest'
  await search('origin=AMS')
  expect(await paths()).toEqual(['/search/flights?origin=AMS', '/offline'])
  expect((await readKeptIndex(caches))?.viewer).toBe('guest')
})

test.each([
  ["is stored if another page of the guest's session", 'guest', true],
  ['is not stored if a page of another person', 'ben', false],
])("the answer of a guest's first search %s arrives before its last line", async (_, viewer, isStored) => {
  const { site, kept, search, caches } = subject()
  site.viewer = ''
  await kept.see('')
  await search('origin=AMS', async () => {
    site.viewer = viewer
    site.nowMs += 60 * 60_000
    await kept.see('')
  })
  expect((await readKeptIndex(caches))?.viewer).toBe(viewer)
  const answer = await caches.match('/api/search/flights?origin=AMS', { cacheName: keptCache })
  expect(answer !== undefined).toBe(isStored)
})

test('keeps the six newest searches, and deletes older ones with their answers', async () => {
  const { kept, search, paths, caches } = subject()
  await kept.see('ana')
  for (let at = 0; at < 8; at++) await search(`origin=A${at}`)
  const kept8 = (await paths()) ?? []
  expect(kept8.filter((path) => path.startsWith('/search'))).toEqual(
    [7, 6, 5, 4, 3, 2].map((at) => `/search/flights?origin=A${at}`),
  )
  expect(await caches.match('/api/search/flights?origin=A1', { cacheName: keptCache })).toBeUndefined()
})

test('keeps no answer whose page cannot be stored, because nothing would ever delete it', async () => {
  const { site, kept, search, caches } = subject()
  await kept.see('ana')
  await search('origin=AMS')
  site.pageStatus = 503
  await search('origin=AMS')
  await search('origin=LHR')
  const answerTo = (query: string) => caches.match(`/api/search/flights?${query}`, { cacheName: keptCache })
  expect(await answerTo('origin=AMS')).toBeDefined()
  expect(await answerTo('origin=LHR')).toBeUndefined()
})

test('copies older than a week are not shown', async () => {
  const { site, kept, search, open } = subject()
  await kept.see('ana')
  await search('origin=AMS')
  const weekMs = 7 * 24 * 60 * 60_000
  site.nowMs += weekMs - 1000
  site.isOnline = false
  expect(await (await open('/search/flights?origin=AMS')).text()).toContain('/search/flights &amp;')
  site.nowMs += 2000
  expect(await (await open('/search/flights?origin=AMS')).text()).toContain('/offline &amp;')
})

test('deletes the oldest files over the limit, except those that the page being saved uses', async () => {
  const { site, kept, caches } = subject()
  site.viewer = ''
  const files = await caches.open(assetCache)
  for (const name of ['a', ...Array.from({ length: 300 }, (_, at) => `old-${at}`)]) {
    await files.put(`/_next/static/${name}.js`, new Response('file'))
  }
  await kept.see('')
  const left = (await files.keys()).map(({ url }) => new URL(url).pathname)
  expect(left).toHaveLength(300)
  expect(left).toContain('/_next/static/a.js')
  expect(left).not.toContain('/_next/static/old-0.js')
})

test('a new version deletes the caches of older versions, but not the caches of other apps', async () => {
  const { kept, caches } = subject()
  for (const name of ['travel-kept-0', 'another-app']) await caches.open(name)
  await kept.see('ana')
  await kept.clean()
  expect((await caches.keys()).toSorted()).toEqual(['another-app', 'travel-assets-1', 'travel-kept-1'])
})

test.each([
  ['/', 'GET', 'navigate', 'page'],
  ['/console/executions?state=failed', 'GET', 'navigate', undefined],
  ['/api/search/flights?origin=AMS', 'POST', 'cors', 'answer'],
  ['/api/search/flights/dates?origin=AMS', 'GET', 'cors', undefined],
  ['/_next/static/chunks/a.js', 'GET', 'no-cors', 'asset'],
  ['/api/trips/trip_1', 'DELETE', 'cors', 'trips'],
  ['/api/saved-searches/srch_1', 'DELETE', 'cors', 'trips'],
  ['/api/saved-searches/srch_1/restore', 'POST', 'cors', 'trips'],
  ['/api/saved-searches', 'POST', 'cors', 'trips'],
  ['/account', 'POST', 'cors', undefined],
  ['/search/flights?_rsc=1', 'GET', 'cors', undefined],
  ['https://elsewhere.example/_next/static/a.js', 'GET', 'no-cors', undefined],
] as const)('%s by %s (mode %s) is a request of kind %s', (path, method, mode, kind) => {
  expect(kindOf({ url: new URL(path, origin).href, method, mode }, origin)).toBe(kind)
})

test('keeps the answer of the page that registered the worker, with its page and the files that it had loaded', async () => {
  const { kept, site, caches, paths, open } = subject()
  await kept.see('ana')
  const headers = new Headers({ 'content-type': 'application/x-ndjson; charset=utf-8' })
  const files = [
    `${origin}/_next/static/late.js`,
    `${origin}/api/places`,
    'https://elsewhere.example/_next/static/b.js',
  ]
  const bytes = new Blob([answerOf(['a'])])
  await kept.firstAnswer({ address: '/api/search/flights?origin=AMS', bytes, headers, files })
  expect(await paths()).toContain('/search/flights?origin=AMS')
  const kepts = await (await caches.open(assetCache)).keys()
  expect(kepts.map(({ url }) => new URL(url).pathname)).toEqual(['/_next/static/a.js', '/_next/static/late.js'])
  site.isOnline = false
  expect(await (await open('/search/flights?origin=AMS')).text()).toContain('data-kept-at')
})

test('keeps no first answer of another address, and none that is too large', async () => {
  const { kept, paths } = subject()
  await kept.see('ana')
  const before = await paths()
  const headers = new Headers({ 'content-type': 'application/x-ndjson; charset=utf-8' })
  const bytes = new Blob([answerOf(['a'])])
  await kept.firstAnswer({ address: '/api/account/export', bytes, headers, files: [] })
  const large = new Blob([answerOf(['a']), ' '.repeat(4_000_000)])
  await kept.firstAnswer({ address: '/api/search/flights?origin=AMS', bytes: large, headers, files: [] })
  expect(await paths()).toEqual(before)
})
