import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { addDays } from '../../lib/travel/model/offset-time.ts'
import { ndjsonGzipType } from '../../runner/contract/ndjson-type.ts'
import { linesOf, type Measurement } from '../measure.ts'
import { mainThreadMs } from '../process/processor-time.ts'
import { ascending, medians, percentile } from '../statistics.ts'
import { type GuestSession, startGuestSessions } from './guest-session.ts'
import { listenerOf } from './listener-of.ts'
import { searchOnce } from './search-once.ts'

type OpenLoop = {
  readonly url: string
  readonly sessions: readonly GuestSession[]
  /** Paths to request in turn. */
  readonly paths: readonly string[]
  readonly perSecond: number
  readonly seconds: number
}

/**
 * Sends requests as the page does, on schedule, without waiting for earlier answers, so that a slow moment of the app
 * delays later requests as it would for travelers. Each time counts from the scheduled start to the last byte of the
 * answer.
 *
 * @returns the time of each request in milliseconds, ascending
 */
async function openLoop({ url, sessions, paths, perSecond, seconds }: OpenLoop): Promise<number[]> {
  await using agent = closing(new Agent({ connections: 128, pipelining: 1 }))
  const times: number[] = []
  const answers: Answer[] = []
  const started = performance.now()
  const one = async (at: number, dueMs: number) => {
    const headers = sessions[at % sessions.length]
    const path = paths[at % paths.length]
    if (!headers || path === undefined) throw new RangeError('an open loop needs at least one session and one path')
    const asked = { headers: { ...headers, accept: ndjsonGzipType }, dispatcher: agent.agent }
    const { statusCode, headers: answered, body } = await request(`${url}${path}`, asked)
    const bytes = Buffer.from(await body.arrayBuffer())
    times.push(performance.now() - started - dueMs)
    answers.push({ statusCode, isGzip: answered['content-type'] === ndjsonGzipType, bytes })
  }
  const sent: Promise<void>[] = []
  for (let at = 0; at < perSecond * seconds; at++) {
    const dueMs = (at * 1000) / perSecond
    const early = dueMs - (performance.now() - started)
    if (early > 1) await wait(early)
    sent.push(one(at, dueMs))
  }
  await Promise.all(sent)
  // Only now, because reading an answer takes this process as long as the app takes to send one.
  for (const answer of answers) checkCached(answer)
  return times.sort(ascending)
}

type Answer = { readonly statusCode: number; readonly isGzip: boolean; readonly bytes: Buffer }

function checkCached({ statusCode, isGzip, bytes }: Answer): void {
  const text = (isGzip ? gunzipSync(bytes) : bytes).toString('utf8')
  if (statusCode === 200 && text.includes('"cached":true')) return
  throw new Error(`A cached search failed with status ${statusCode}: ${text.slice(0, 200)}`)
}

const closing = (agent: Agent) => ({ agent, [Symbol.asyncDispose]: () => agent.close() })

const sessionCount = 100
const perSecond = 200
const seconds = 6
const rounds = 7
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
 * Measures repeated searches, which are cache hits, by many travelers at a fixed rate, with rate limits enabled. Each
 * value is the median of the rounds. `cpu`: the time of the server's main thread for each request.
 */
export async function cachedSearch(url: string): Promise<Measurement[]> {
  const sessions = await startGuestSessions(url, sessionCount)
  const paths = routes.map(([origin, destination], at) => searchPath(origin, destination, 60 + at))
  await fillCache(url, paths, sessions)
  const load = { url, sessions, paths, perSecond }
  await openLoop({ ...load, seconds: warmUpSeconds })
  const pid = listenerOf(Number(new URL(url).port))
  const seen: Record<string, number>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = mainThreadMs(pid)
    const times = await openLoop({ ...load, seconds })
    const cpu = (mainThreadMs(pid) - before) / times.length
    seen.push({ p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99), cpu })
  }
  const n = perSecond * seconds * rounds
  return linesOf({ bench: 'web', subject: 'cached search' }, n, { ...medians(seen), rate: perSecond })
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
