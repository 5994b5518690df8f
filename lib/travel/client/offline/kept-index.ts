/** The version is part of the name: a worker deletes caches of other versions when it is activated. */
export const keptCache = 'travel-kept-1'
export const assetCache = 'travel-assets-1'

/** The address of the list of kept pages inside the cache. */
export const indexPath = '/offline/kept.json'

/** A page that can be read without a connection. */
export interface KeptPage {
  /** Path and query. */
  path: string
  title: string
  /** When the server answered. */
  atMs: number
}

/** Copies of this age and older are not shown. */
const LONGEST_MS = 7 * 24 * 60 * 60_000

/** Whether a copy is young enough to be shown. */
export const isShown = (atMs: number, nowMs: number): boolean => nowMs - atMs < LONGEST_MS

/** The list in the cache; `viewer` names whose pages these are. */
export interface KeptIndex {
  viewer: string
  pages: KeptPage[]
}

/** The kept pages, newest first; undefined if the browser has none. */
export async function readKeptIndex(storage: Pick<CacheStorage, 'match'>): Promise<KeptIndex | undefined> {
  const found = await storage.match(indexPath, { cacheName: keptCache })
  if (!found) return undefined
  const json: unknown = await found.json()
  return isIndex(json) ? json : undefined
}

function isIndex(json: unknown): json is KeptIndex {
  return typeof json === 'object' && json !== null && 'viewer' in json && 'pages' in json && Array.isArray(json.pages)
}
