import { linesOf, readLines } from '#lib/platform/client/ndjson.ts'
import { isSearchLine } from '../model/generated/search-line.ts'
import type { Found, ReadResults } from '../model/results/found.ts'
import { searchRequest } from '../model/results/search-request.ts'
import type { SearchEvent, StreamFailure } from '../model/results/search-stream.ts'
import { progressOf } from '../model/results/source-progress.ts'
import type { Steps } from '../model/steps.ts'
import { parseLine } from './parse-line.ts'
import { refusalIn } from './refusal-in.ts'

/** The time of work between two pauses, in ms. A slow phone takes four times as long, which is still unnoticeable. */
const TURN_MS = 5

/** Takes all steps in tasks of their own, with pauses so that the page responds to its user. */
export async function finishInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (let turnEndsAt = 0; ; ) {
    if (performance.now() >= turnEndsAt) {
      await nextTask()
      turnEndsAt = performance.now() + TURN_MS
    }
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Resolves in a new task, so that the page can respond first. */
function nextTask(): Promise<void> {
  // Safari has no `scheduler.yield`.
  return globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}

interface OpenSearchOptions<Item extends Found> {
  address: string
  read: ReadResults<Item>
  fetch: (address: string, init: RequestInit & { signal: AbortSignal }) => Promise<Response>
  /** Whether the device is known to be offline. */
  isOffline: () => Promise<boolean>
  signal: AbortSignal
}

/** Streams the events of one search. Every outcome is an event, except that an abort of `signal` ends it silently. */
export async function* openSearch<Item extends Found>(
  options: OpenSearchOptions<Item>,
): AsyncGenerator<SearchEvent<Item>, void> {
  const { address, read, fetch, isOffline, signal } = options
  yield { type: 'again' }
  try {
    const response = await fetch(address, { ...searchRequest, signal })
    const { ok, body, headers } = response
    if (!ok || !body) return yield { type: 'failed', failure: await readRefusal(response) }
    // An early answer may be there already. Reading it would lengthen the task in which the page became interactive.
    await nextTask()
    let isDone = false
    for await (const line of readLines(linesOf(body, headers.get('content-type')))) {
      const json = await finishInTurns(parseLine(line))
      if (signal.aborted) return
      if (!isSearchLine(json)) throw new TypeError('invalid line')
      isDone ||= json.type === 'done'
      if (json.type !== 'answer') yield json
      else {
        const progress = await finishInTurns(progressOf(json, read))
        if (signal.aborted) return
        yield { type: 'answer', source: json.source, progress }
      }
    }
    if (!isDone) yield { type: 'failed', failure: { kind: 'broken' } }
  } catch {
    const kind = signal.aborted || !(await isOffline()) ? 'broken' : 'offline'
    if (!signal.aborted) yield { type: 'failed', failure: { kind } }
  }
}

async function readRefusal(response: Response): Promise<StreamFailure> {
  const { headers } = response
  const requestId = headers.get('x-request-id')
  const retryAfterS = Number(headers.get('retry-after') ?? Number.NaN)
  return {
    kind: 'refused',
    error: (await refusalIn(await response.json().catch(() => null))) ?? { code: 'INTERNAL', message: '' },
    ...(Number.isFinite(retryAfterS) && retryAfterS >= 0 && { retryAfterS }),
    ...(requestId && { requestId }),
  }
}
