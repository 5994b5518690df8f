import { request } from 'undici'
import { addDays } from '../../lib/travel/model/offset-time.ts'
import { ndjsonGzipType } from '../../runner/contract/ndjson-type.ts'
import { linesOf, type Measurement } from '../measure.ts'
import { mainThreadMs } from '../process/processor-time.ts'
import { percentile } from '../statistics.ts'
import { openBareNext, openBareNode, type StoredAnswer } from './bare-servers.ts'
import { type GuestSession, startGuestSessions } from './guest-session.ts'
import { listenerOf } from './listener-of.ts'
import { openLoop } from './open-loop.ts'
import { searchOnce } from './search-once.ts'

const sessionCount = 100
const perSecond = 200
const seconds = 15
const warmUpSeconds = 5
/** Routes of searches that a cache answers. */
export const routes = [
  ['AMS', 'AUA'],
  ['SEA', 'NRT'],
  ['LHR', 'JFK'],
  ['MAD', 'EZE'],
  ['SYD', 'SIN'],
] as const

/**
 * Measures repeated searches, which are cache hits, by many travelers at a fixed rate, with rate limits enabled; and
 * beside them, a bare Node server and a bare route handler of Next that send one of the answers from memory. `cpu`: the
 * time of the server's main thread for each request.
 */
export async function cachedSearch(url: string): Promise<Measurement[]> {
  const sessions = await startGuestSessions(url, sessionCount)
  const paths = routes.map(([origin, destination], at) => searchPath(origin, destination, 60 + at))
  await fillCache(url, paths, sessions)
  const measured = async (subject: string, served: string) => {
    const loop = { url: served, sessions, paths, perSecond }
    await openLoop({ ...loop, seconds: warmUpSeconds })
    const pid = listenerOf(Number(new URL(served).port))
    const before = mainThreadMs(pid)
    const times = await openLoop({ ...loop, seconds })
    const cpu = (mainThreadMs(pid) - before) / times.length
    const values = { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) }
    return linesOf({ bench: 'web', subject }, times.length, { ...values, cpu, rate: perSecond })
  }
  const lines = await measured('cached search', url)
  const answer = await answerOf(`${url}${paths[0]}`, sessions[0])
  for (const [subject, open] of Object.entries({
    'bare Node server': openBareNode,
    'bare route of Next': openBareNext,
  })) {
    await using server = await open(answer)
    lines.push(...(await measured(subject, server.url)))
  }
  return lines
}

/** A cached answer as the page gets it, compressed. */
async function answerOf(url: string, session: GuestSession | undefined): Promise<StoredAnswer> {
  const { headers, body } = await request(url, { headers: { ...session, accept: ndjsonGzipType } })
  return { body: new Uint8Array(await body.arrayBuffer()), type: String(headers['content-type']) }
}

/** The path of a search for the date `days` from now. */
export function searchPath(origin: string, destination: string, days: number): string {
  const date = addDays(new Date().toISOString().slice(0, 10), days)
  return `/api/search/flights?${new URLSearchParams({ origin, destination, date })}`
}

async function fillCache(url: string, paths: readonly string[], sessions: readonly GuestSession[]): Promise<void> {
  const [session] = sessions
  if (!session) throw new RangeError('a search needs a guest session')
  for (const path of paths) await searchOnce(url, path, session)
}
