import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'

const steps = 4

/** What a provider notices: a request, one that acts, or that it has answered one. */
type Noticed = 'request' | 'effect' | 'answer'

/**
 * A provider that records the requested steps of each execution in order, and calls back with the number of the
 * execution at each request and after each answer.
 */
export async function startProvider(notice: (number: number, noticed: Noticed) => void) {
  /** The requested steps, by execution. */
  const asked = new Map<string, number[]>()
  const server = await openHttpServer((request, response) => {
    const [, number = '', step = '', side] = (request.url ?? '').split('/')
    if (side === undefined) asked.set(number, [...(asked.get(number) ?? []), Number(step)])
    notice(Number(number), request.method === 'POST' ? 'effect' : 'request')
    // Answers some requests immediately and others later, out of order.
    const answer = () => {
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ number, step, isSide: side !== undefined }))
      notice(Number(number), 'answer')
    }
    if ((Number(number) + Number(step) + (side === undefined ? 0 : 1)) % 3 === 0) setImmediate(answer)
    else answer()
  })
  return { ...server, asked }
}

const key = randomBytes(32).toString('hex')

/** The skill, and how many executions run at once. */
type Given = { readonly skill?: 'steps' | 'chain'; readonly atOnce?: number }

/** A process that runs the durable executions from `first` to before `end`, and those of dead processes. */
export function startProcess(
  databaseUrl: string,
  provider: string,
  first: number,
  end: number,
  { skill = 'steps', atOnce = 16 }: Given = {},
): ChildProcess {
  const script = join(import.meta.dirname, 'durable-process.ts')
  return spawn(
    process.execPath,
    [script, databaseUrl, provider, String(first), String(end), key, skill, String(atOnce)],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
}

/** When a process is killed: after a number of events, or when a request that acts has arrived and has no answer. */
export type Moment = number | 'at an effect'

/** Calls `kill` at the moment that was set last. */
export function killAt() {
  let left = 0
  let isAtEffect = false
  let kill: (() => void) | undefined
  return {
    set(moment: Moment, next: () => void) {
      isAtEffect = moment === 'at an effect'
      left = moment === 'at an effect' ? 0 : moment
      kill = next
    },
    notice(isEffect: boolean) {
      left -= 1
      if (isAtEffect ? isEffect : left === 0) kill?.()
    },
  }
}

/**
 * Runs `total` durable executions in processes that it kills one after the other, each at the moment that `nextMoment`
 * returns. Returns the requested steps, and the number of kills before a process finished.
 */
export async function runUnderKills(databaseUrl: string, total: number, nextMoment: () => Moment, given: Given = {}) {
  const killer = killAt()
  await using provider = await startProvider((_, noticed) => killer.notice(noticed === 'effect'))
  for (let kills = 0; ; kills += 1) {
    const child = startProcess(databaseUrl, provider.url, 0, total, given)
    killer.set(nextMoment(), () => child.kill('SIGKILL'))
    const [code] = await once(child, 'exit')
    if (code === 0) return { kills, asked: provider.asked }
    if (code !== null) throw new Error(`A process exited with code ${code}`)
  }
}

/** Problems in the results: each execution must end once and never repeat an answered call. */
export async function wrongEnds(
  db: DatabaseClient,
  asked: ReadonlyMap<string, readonly number[]>,
): Promise<readonly string[]> {
  const rows = await db.execution.findMany({ include: { journal: { orderBy: { seq: 'asc' } } } })
  return rows.flatMap(({ status, errorCode, input, output, journal }) => {
    const number = String(Object(input).params.number)
    const seen = asked.get(number) ?? []
    const wrong = (what: string, found: unknown) => [`${number}: ${what}: ${JSON.stringify(found)}`]
    // A step is repeated only if it got no answer, so never after a later step was requested.
    if (seen.some((step, at) => step < (seen[at - 1] ?? 0))) return wrong('repeated an answered call', seen)
    if (seen.filter((step) => step === 2).length > 1) return wrong('its POST was sent twice', seen)
    const settled = journal.flatMap((entry) => entry.settled ?? []).sort((a, b) => a - b)
    if (settled.some((place, at) => place !== at)) return wrong('the order of its answers has holes', settled)
    if (status === 'success') {
      const answers = Array.from({ length: 2 * steps }, (_, at) => {
        return { number, step: String(Math.floor(at / 2)), isSide: at % 2 === 0 }
      })
      const given = Object(output).results.slice(1)
      return isDeepStrictEqual(given, answers) ? [] : wrong('its results', given)
    }
    if (status !== 'error' || errorCode !== 'INTERRUPTED') return wrong('its end', [status, errorCode])
    // The POST of step 2 was interrupted. If it never arrived, the last request is the one of step 1.
    return [1, 2].includes(seen.at(-1) ?? -1) ? [] : wrong('interrupted at another step', seen)
  })
}

/** Problems of skills of steps: no step runs again once it was answered, and a step that acts runs at most once. */
export async function wrongChains(
  db: DatabaseClient,
  asked: ReadonlyMap<string, readonly number[]>,
): Promise<readonly string[]> {
  const rows = await db.execution.findMany({ where: { skill: 'chain' } })
  return rows.flatMap(({ id, status, errorCode, input, output }) => {
    const number = Object(input).params.number
    const seen = asked.get(String(number)) ?? []
    const wrong = (what: string, found: unknown) => [`${id}: ${what}: ${JSON.stringify(found)}`]
    if (seen.some((step, at) => step < (seen[at - 1] ?? 0))) return wrong('repeated an answered step', seen)
    if (seen.filter((step) => step === 3).length > 1) return wrong('its last step ran twice', seen)
    if (status === 'success') {
      const given = Object(output).results
      return isDeepStrictEqual(given, [{ number, step: 3 }]) ? [] : wrong('its results', given)
    }
    // The last step was interrupted, perhaps before its request arrived.
    if (errorCode !== 'INTERRUPTED') return wrong('its end', [status, errorCode])
    return [2, 3].includes(seen.at(-1) ?? -1) ? [] : wrong('interrupted at another step', seen)
  })
}
