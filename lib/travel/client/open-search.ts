import { linesOf, readLines } from '#lib/platform/client/ndjson.ts'
import { isSearchLine } from '../model/generated/search-line.ts'
import type { Found, ReadResults } from '../model/results/found.ts'
import { searchRequest } from '../model/results/search-request.ts'
import type { SearchEvent, StreamFailure } from '../model/results/search-stream.ts'
import { progressOf } from '../model/results/source-progress.ts'
import type { Steps } from '../model/steps.ts'
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

/** About as much text as one turn parses: `finishInTurns`. */
const PIECE_CHARS = 32_000
/** Each parses its piece from the start: a result with thousands of such ends would keep the page busy for minutes. */
const MOST_TRIES = 32
const START = '"results":['
/** Starts a result after another one. A text cannot contain it, because its quotes would be escaped. */
const NEXT = ',{"id":"'

/**
 * The JSON of a line, like `JSON.parse`. The results of a long answer are parsed a piece in each step, because the whole
 * line would keep the page busy for longer than a frame.
 */
export function* parseLine(line: string): Steps<unknown> {
  if (line.length > PIECE_CHARS) {
    const answer = yield* parseResults(line)
    if (answer) return answer
  }
  return JSON.parse(line)
}

/** Undefined if the line is not an answer that ends with its results. */
function* parseResults(line: string): Steps<unknown> {
  const from = line.indexOf(START) + START.length
  const to = line.lastIndexOf(']')
  const answer = from < START.length ? undefined : tryToParse(`${line.slice(0, from)}${line.slice(to)}`)
  const list = listIn(answer)
  if (!list) return undefined
  for (let at = from; at < to; ) {
    // An end inside a result, as of a list in it, is no JSON. Then the piece ends at a later one.
    let piece: unknown
    let end = at
    for (let tries = 0; !Array.isArray(piece) && end < to && tries < MOST_TRIES; tries += 1) {
      end = line.indexOf(NEXT, Math.max(end + 1, at + PIECE_CHARS))
      if (end < 0 || end > to) end = to
      piece = tryToParse(`[${line.slice(at, end)}]`)
    }
    if (!Array.isArray(piece)) return undefined
    list.push(...piece)
    at = end + 1
    yield
  }
  return answer
}

/** The list of an answer without its results. */
function listIn(answer: unknown): unknown[] | undefined {
  const results = partOf(partOf(answer, 'output'), 'results')
  return Array.isArray(results) ? results : undefined
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

function tryToParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
