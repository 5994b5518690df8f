import { addDays } from '../../lib/travel/model/offset-time.ts'
import { linesOf, type Measurement } from '../measure.ts'
import { percentile } from '../statistics.ts'
import { type GuestSession, startGuestSessions } from './guest-session.ts'
import { openLoop } from './open-loop.ts'

const sessionCount = 100
const perSecond = 200
const seconds = 15
const warmUpSeconds = 5
const routes = [
  ['AMS', 'AUA'],
  ['SEA', 'NRT'],
  ['LHR', 'JFK'],
  ['MAD', 'EZE'],
  ['SYD', 'SIN'],
] as const

/** Measures repeated searches, which are cache hits, by many travelers at a fixed rate, with rate limits enabled. */
export async function cachedSearch(url: string): Promise<Measurement[]> {
  const sessions = await startGuestSessions(url, sessionCount)
  const paths = routes.map(([origin, destination], at) => searchPath(origin, destination, 60 + at))
  await fillCache(url, paths, sessions)
  const loop = { url, sessions, paths, perSecond }
  await openLoop({ ...loop, seconds: warmUpSeconds })
  const times = await openLoop({ ...loop, seconds })
  const values = { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) }
  return linesOf({ bench: 'web', subject: 'cached search' }, times.length, { ...values, rate: perSecond })
}

/** The path of a search for the date `days` from now. */
export function searchPath(origin: string, destination: string, days: number): string {
  const date = addDays(new Date().toISOString().slice(0, 10), days)
  return `/api/search/flights?${new URLSearchParams({ origin, destination, date })}`
}

async function fillCache(url: string, paths: readonly string[], sessions: readonly GuestSession[]): Promise<void> {
  const [session] = sessions
  if (!session) throw new RangeError('a search needs a guest session')
  for (const path of paths) {
    const answer = await fetch(`${url}${path}`, { headers: session })
    const text = await answer.text()
    if (!text.includes('"status":"success"')) throw new Error(`The search failed with status ${answer.status}: ${text}`)
  }
}
