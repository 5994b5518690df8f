import { viewerHeader } from '#lib/platform/model/viewer-header.ts'
import type { FirstAnswer } from './first-answer.ts'
import { hasResults } from './has-results.ts'
import {
  assetCache,
  indexPath,
  isShown,
  type KeptIndex,
  type KeptPage,
  keptCache,
  readKeptIndex,
} from './kept-index.ts'
import { passedOn } from './passed-on.ts'

/** The number of searches that stay readable without a connection, besides the offline page and the saved trips. */
const MAX_SEARCHES = 6
const MAX_ASSETS = 300
const MAX_ANSWER_BYTES = 4_000_000
/** A page that was kept more recently is not requested again. */
const FRESH_MS = 10 * 60_000
/** The wait before the page is requested again, so that the request does not slow down the results on the screen. */
const AFTER_ANSWER_MS = 3000

const offlinePath = '/offline'
const tripsPath = '/trips'
const searchPath = /^\/search\/(flights|hotels)$/
const answerPath = /^\/api\/search\/(flights|hotels)$/
/** The saved trips page shows saved offers and saved searches. */
const tripsChange = /^\/api\/(trips|saved-searches)(\/|$)/

/** The URL parameters that sort and filter a list. All others belong to the search. */
export const listNames: ReadonlySet<string> = new Set([
  ...[
    'sort',
    'row',
    'view',
    'out',
    'price',
    'stops',
    'airlines',
    'alliances',
    'via',
    'nights',
    'max_minutes',
    'airline_only',
    'separate_tickets',
  ],
  ...['out_departure', 'out_arrival', 'back_departure', 'back_arrival'],
  ...[3, 4, 5, 6].flatMap((flight) => [`departure_${flight}`, `arrival_${flight}`]),
  ...['checked_bag', 'cabin_bag', 'with_stars', 'with_board', 'chains', 'max_km'],
  ...['free', 'free_days', 'pay_later', 'conditions', 'hotel'],
])

interface KeptPorts {
  caches: CacheStorage
  fetch: typeof globalThis.fetch
  now: () => number
  pause: (ms: number) => Promise<unknown>
  origin: string
  /** Called when a known viewer is replaced by another. */
  viewerChanged: () => Promise<void>
}

type Later = (work: Promise<unknown>) => void

/** The copies of pages and answers of one viewer. */
export function createKeptPages({ caches, fetch, now, pause, origin, viewerChanged }: KeptPorts) {
  // Changes of the index run one after another.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
  const read = () => readKeptIndex(caches)
  const write = async (index: KeptIndex) =>
    (await caches.open(keptCache)).put(indexPath, Response.json(index, { headers: { 'cache-control': 'no-store' } }))

  /** Requests a page and keeps it if it shows the current viewer. */
  async function keep(path: string, isForced = false): Promise<void> {
    const before = await read()
    const known = before?.pages.find((page) => page.path === path)
    if (!before || (!isForced && known && now() - known.atMs < FRESH_MS)) return
    const response = await fetch(path, { credentials: 'same-origin', headers: { accept: 'text/html' } })
    if (!response.ok || response.redirected) return
    const html = await response.text()
    const assets = new Set(html.match(/\/_next\/static\/[\w./~@-]+\.(?:js|css|woff2)/g) ?? [])
    await keepAssets([...assets])
    const atMs = now()
    const headers = new Headers(response.headers)
    for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    await inTurn(async () => {
      const index = await read()
      const viewer = viewerIn(html)
      // Copies of the viewer "" are not private, because there is no session: a page of the next session may join them.
      // If the person signed out before the page arrived, it is a page of the session that ended.
      const mayJoin = before.viewer === '' && index?.viewer === ''
      if (!index || viewer === undefined || (viewer !== index.viewer && !mayJoin)) return
      const cache = await caches.open(keptCache)
      await cache.put(path, new Response(html.replace('<html ', `<html data-kept-at="${atMs}" `), { headers }))
      const title = titleIn(html)
      await write({
        viewer,
        pages: await bounded([{ path, title, atMs }, ...index.pages.filter((one) => one.path !== path)]),
      })
    })
  }

  async function keepAssets(paths: readonly string[]): Promise<void> {
    const cache = await caches.open(assetCache)
    for (const path of paths) {
      if (await cache.match(path)) continue
      const response = await fetch(path)
      if (response.ok) await cache.put(path, response)
    }
    const all = await cache.keys()
    // A file that did not change in a new build is among the oldest, although the page needs it.
    const others = all.filter(({ url }) => !paths.includes(new URL(url).pathname))
    for (const old of others.slice(0, Math.max(0, all.length - MAX_ASSETS))) await cache.delete(old)
  }

  /** Drops the oldest searches beyond the limit, with their answers. */
  async function bounded(pages: readonly KeptPage[]): Promise<KeptPage[]> {
    const isSearch = ({ path }: KeptPage) => searchPath.test(new URL(path, origin).pathname)
    const dropped = new Set(pages.filter(isSearch).slice(MAX_SEARCHES))
    const cache = await caches.open(keptCache)
    for (const { path } of dropped) await Promise.all([cache.delete(path), cache.delete(`/api${path}`)])
    return pages.filter((page) => !dropped.has(page))
  }

  async function copyOf(path: string): Promise<Response | undefined> {
    return caches.match(path, { cacheName: keptCache })
  }

  /**
   * The kept page with exactly the search of this URL, whatever its sort order and filters. For the saved trips, the
   * query is ignored: the links of alerts have one only so that an open window reloads the page.
   */
  async function keptFor(url: URL): Promise<KeptPage | undefined> {
    const pages = (await read())?.pages ?? []
    return pages.find(({ path, atMs }) => {
      const kept = new URL(path, origin)
      const isSame = kept.pathname === tripsPath || searchOf(kept) === searchOf(url)
      return kept.pathname === url.pathname && isSame && isShown(atMs, now())
    })
  }

  return {
    /** Sets the viewer of the open page ("" if nobody is signed in). Deletes the copies of another viewer first. */
    async see(viewer: string) {
      await inTurn(async () => {
        const index = await read()
        if (index?.viewer === viewer) return
        await caches.delete(keptCache)
        await write({ viewer, pages: [] })
        if (index !== undefined) await viewerChanged().catch(() => {})
      })
      await keep(offlinePath)
      if (viewer !== '') await keep(tripsPath)
    },

    /** The page from the network, or its copy, or the offline page. */
    async page(request: Request): Promise<Response> {
      try {
        return await fetch(request)
      } catch (cause) {
        const found = await keptFor(new URL(request.url))
        const copy = (found && (await copyOf(found.path))) ?? (await copyOf(offlinePath))
        if (copy) return copy
        throw cause
      }
    },

    /**
     * The answer of a search from the network, or else its copy. Copies a new answer with results and its page in `later`,
     * which keeps the worker running.
     */
    async answer(request: Request, later: Later): Promise<Response> {
      const { pathname, search } = new URL(request.url)
      const path = `${pathname}${search}`
      try {
        const response = await fetch(request)
        if (!response.ok || response.body === null) return response
        const { body, whole } = passedOn(response.body, MAX_ANSWER_BYTES)
        later(keepAnswer(path, whole, response.headers).catch(() => {}))
        return new Response(body, response)
      } catch (cause) {
        const found = await keptFor(new URL(path.replace('/api/', '/'), origin))
        const copy = found && (await copyOf(path))
        if (copy) return copy
        throw cause
      }
    },

    /** Keeps the answer of a search whose page has just registered this worker, with the files that the page loaded. */
    async firstAnswer({ address, bytes, headers, files }: FirstAnswer): Promise<void> {
      if (!answerPath.test(new URL(address, origin).pathname) || bytes.size > MAX_ANSWER_BYTES) return
      const own = files.filter((url) => url.startsWith(`${origin}/_next/static/`))
      await keepAssets(own.map((url) => new URL(url).pathname))
      await keepAnswer(address, Promise.resolve(bytes), headers)
    },

    /** A file of the build from its copy, or from the network. */
    async asset(request: Request, later: Later): Promise<Response> {
      const copy = await caches.match(request, { cacheName: assetCache })
      if (copy) return copy
      const response = await fetch(request)
      if (response.ok) {
        const kept = response.clone()
        later(caches.open(assetCache).then((cache) => cache.put(request, kept)))
      }
      return response
    },

    /** Copies the saved trips again after a change. */
    tripsChanged: () => keep(tripsPath, true),

    /** Deletes caches of other versions. */
    async clean() {
      const names = await caches.keys()
      const old = names.filter((name) => name.startsWith('travel-') && name !== keptCache && name !== assetCache)
      await Promise.all(old.map((name) => caches.delete(name)))
    },
  }

  /** Deletes the answer of a page that is not kept: it cannot be shown, and the limit of searches would not count it. */
  async function dropAnswerWithout(page: string): Promise<void> {
    const isKept = (await read())?.pages.some(({ path }) => path === page)
    if (!isKept) await (await caches.open(keptCache)).delete(`/api${page}`)
  }

  /**
   * Keeps a complete answer under the address of its request, and a little later its page. Without results it keeps
   * neither: when a provider is down, the results of an earlier answer stay readable, with their own date.
   */
  async function keepAnswer(path: string, whole: Promise<Blob | undefined>, headers: Headers): Promise<void> {
    const before = await read()
    const bytes = await whole
    if (!before || !bytes || !(await hasResults(bytes, headers.get('content-type')))) return
    await inTurn(async () => {
      // The viewer may have changed while the answer arrived. The first search of a person without a session starts a
      // guest session, and another page of this guest may have arrived before the answer.
      const viewer = (await read())?.viewer
      const isSame = viewer === before.viewer
      const isItsGuest = before.viewer === '' && viewer === headers.get(viewerHeader)
      if (!isSame && !isItsGuest) return
      await (await caches.open(keptCache)).put(path, new Response(bytes, { headers }))
    })
    await pause(AFTER_ANSWER_MS)
    const page = path.replace('/api/', '/')
    try {
      await keep(page)
    } finally {
      await inTurn(() => dropAnswerWithout(page))
    }
  }
}

/** The kind of a request that the worker handles; undefined for all other requests. */
export function kindOf(request: Pick<Request, 'url' | 'method' | 'mode'>, origin: string) {
  const { origin: own, pathname } = new URL(request.url)
  if (own !== origin) return undefined
  if (request.mode === 'navigate' && request.method === 'GET') {
    // Without a connection, saved searches would not help an operator, but the browser's own page reloads.
    return /^\/console(\/|$)/.test(pathname) ? undefined : 'page'
  }
  if (answerPath.test(pathname)) return 'answer'
  if (request.method === 'GET' && pathname.startsWith('/_next/static/')) return 'asset'
  return tripsChange.test(pathname) && request.method !== 'GET' ? 'trips' : undefined
}

/** The search parameters of a URL, sorted by name. */
function searchOf({ searchParams }: URL): string {
  return JSON.stringify([...searchParams].filter(([name]) => !listNames.has(name)).sort())
}

const viewerIn = (html: string): string | undefined => /<html[^>]* data-viewer="([^"]*)"/.exec(html)?.[1]

function titleIn(html: string): string {
  const text = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
  const plain = text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  return plain.replaceAll('&amp;', '&').replace(/ – travel\.aw$/, '')
}
