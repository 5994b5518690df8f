import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { ndjsonGzipType } from '../../runner/contract/ndjson-type.ts'
import { ascending } from '../statistics.ts'
import type { GuestSession } from './guest-session.ts'

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
export async function openLoop({ url, sessions, paths, perSecond, seconds }: OpenLoop): Promise<number[]> {
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
