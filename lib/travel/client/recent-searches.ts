import type { StringStore } from '#lib/platform/client/browser-store.ts'

/** `isMore`: a hotel with this price charges more on site, in another currency or an unknown amount. */
export interface LowestSeen {
  amount: number
  currency: string
  seenAtMs: number
  isSample: boolean
  isMore?: boolean
}

/** What this browser remembers of every search. */
interface Remembered {
  /** The query of its URL, which is also its identity. */
  query: string
  /** The lowest price seen, and when. */
  lowest: LowestSeen | null
}

/** An earlier search in this browser. */
export type RecentSearch =
  | (Remembered & {
      kind: 'flight'
      origin: string
      destination: string
      date: string
      returnDate: string | null
      travelers: number
      /** Of a multi-city trip: its places in words, the number of its flights, and its last day. */
      multi?: { route: string; flights: number; lastDate: string }
    })
  | (Remembered & { kind: 'hotel'; place: string; checkIn: string; checkOut: string; guests: number; rooms: number })

/** The storage key. */
export const RECENT_KEY = 'recent-searches'
const MOST = 6

/** The remembered searches, newest first. Invalid entries are left out. */
export function readRecent(store: StringStore): RecentSearch[] {
  try {
    return parseRecent(store.getItem(RECENT_KEY))
  } catch {
    return []
  }
}

/** The searches in a stored text. A null text (nothing stored, or not read yet) has none. */
export function parseRecent(text: string | null): RecentSearch[] {
  try {
    const list: unknown = JSON.parse(text || '[]')
    return Array.isArray(list) ? list.filter(isRecent).slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Moves a search to the front. Without a new price, it keeps its old one. */
export function rememberSearch(store: StringStore, search: RecentSearch): void {
  const earlier = readRecent(store)
  const known = earlier.find(({ query }) => query === search.query)
  const entry = { ...search, lowest: search.lowest ?? known?.lowest ?? null }
  write(store, [entry, ...earlier.filter(({ query }) => query !== search.query)].slice(0, MOST))
}

export function clearRecent(store: StringStore): void {
  try {
    store.removeItem(RECENT_KEY)
  } catch {
    // Nothing was stored.
  }
}

function write(store: StringStore, list: RecentSearch[]): void {
  try {
    store.setItem(RECENT_KEY, JSON.stringify(list))
  } catch {
    // Remembering is optional.
  }
}

function isRecent(value: unknown): value is RecentSearch {
  if (typeof value !== 'object' || value === null) return false
  const entry: Partial<Record<string, unknown>> = { ...value }
  const { query, lowest } = entry
  if (!isText(query) || (lowest !== null && !isLowest(lowest))) return false
  if (entry.kind === 'hotel') {
    const { guests, rooms } = entry
    const isCounted = typeof guests === 'number' && typeof rooms === 'number'
    return isText(entry.place) && isDate(entry.checkIn) && isDate(entry.checkOut) && isCounted
  }
  const isDated = isDate(entry.date) && (entry.returnDate === null || isDate(entry.returnDate))
  const isRoute = isText(entry.origin) && isText(entry.destination)
  const isTrip = entry.multi === undefined || isMulti(entry.multi)
  return entry.kind === 'flight' && isRoute && isDated && isTrip && typeof entry.travelers === 'number'
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isDate = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

function isMulti(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const trip: { route?: unknown; flights?: unknown; lastDate?: unknown } = value
  return isText(trip.route) && typeof trip.flights === 'number' && isDate(trip.lastDate)
}

function isLowest(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const price: { amount?: unknown; currency?: unknown; seenAtMs?: unknown; isSample?: unknown } = value
  return (
    typeof price.amount === 'number' &&
    typeof price.currency === 'string' &&
    /^[A-Z]{3}$/.test(price.currency) &&
    typeof price.seenAtMs === 'number' &&
    typeof price.isSample === 'boolean'
  )
}
