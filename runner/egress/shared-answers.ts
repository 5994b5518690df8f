import { LRUCache } from 'lru-cache'
import type { Clock } from '../core/ports.ts'
import type { Exchange } from './exchange.ts'
import { untilAborted } from './scope.ts'

type Answer = Extract<Exchange, { kind: 'response' }>

/** One request whose answer other executions may get too. */
export type SharedRequest = {
  /** Everything that the answer depends on: the caller's credentials, and what is asked of whom. */
  readonly key: string
  readonly keptMs: number
  /** The largest body that the execution takes. */
  readonly maxBytes: number
  /** Waits for the execution's turn. `undefined`: the signal ended the wait. */
  readonly turn: (signal: AbortSignal) => Promise<Disposable | undefined>
  readonly send: () => Promise<Exchange>
  readonly signal: AbortSignal
}

/** `atMs`: when the provider answered, in milliseconds since the epoch. */
export type SharedAnswer = { readonly exchange: Exchange; readonly atMs: number }

/** The answers of providers that executions share for a short time. Only those with status 200 are shared. */
export type SharedAnswers = {
  /**
   * A kept answer, that of an equal request in flight, or the execution's own in its turn, whichever comes first: a
   * request that waits for its turn is never waited for. `undefined`: the signal ended the wait for the turn.
   */
  get(request: SharedRequest): Promise<SharedAnswer | undefined>
}

type Key = {
  /** The request in flight. Absent: all wait for their turns. */
  inFlight?: Promise<SharedAnswer>
  readonly waiting: Set<AbortController>
}

const maxKeptBytes = 8 * 1024 * 1024
const maxAnswerBytes = 1024 * 1024
/** For headers and key. */
const bytesBesideBody = 2048

export function createSharedAnswers({ now, monotonic }: Clock): SharedAnswers {
  const kept = new LRUCache<string, SharedAnswer & { readonly exchange: Answer }>({
    maxSize: maxKeptBytes,
    maxEntrySize: maxAnswerBytes,
    sizeCalculation: ({ exchange }) => exchange.body.length + bytesBesideBody,
    // The cache takes a time of 0 for an unknown one.
    perf: { now: () => monotonic() + 1 },
    ttlResolution: 0,
    ttlAutopurge: true,
  })
  const keys = new Map<string, Key>()

  async function ask({ key: name, keptMs, send }: SharedRequest): Promise<SharedAnswer> {
    const exchange = await send()
    const answer = { exchange, atMs: now() }
    // A copy, because an execution gives the bytes away to its thread.
    if (isShared(exchange)) kept.set(name, { ...answer, exchange: copyOf(exchange) }, { ttl: keptMs })
    return answer
  }

  /** Sends the request in its turn, unless another execution sends an equal one before. */
  async function inTurn(request: SharedRequest): Promise<SharedAnswer | 'overtaken' | undefined> {
    const key = keys.get(request.key) ?? { waiting: new Set() }
    keys.set(request.key, key)
    const overtaken = new AbortController()
    key.waiting.add(overtaken)
    try {
      using turn = await request.turn(AbortSignal.any([request.signal, overtaken.signal]))
      key.waiting.delete(overtaken)
      if (request.signal.aborted) return undefined
      if (key.inFlight !== undefined || overtaken.signal.aborted) return 'overtaken'
      if (turn === undefined) return undefined
      key.inFlight = ask(request)
      for (const other of key.waiting) other.abort()
      return await key.inFlight.finally(() => delete key.inFlight)
    } finally {
      if (key.inFlight === undefined && key.waiting.size === 0) keys.delete(request.key)
    }
  }

  return {
    async get(request) {
      const { key, maxBytes, signal } = request
      for (;;) {
        const found = kept.get(key)
        if (found !== undefined && found.exchange.body.length <= maxBytes) {
          return { ...found, exchange: copyOf(found.exchange) }
        }
        const other = keys.get(key)?.inFlight
        if (other !== undefined) {
          await untilAborted(other, signal)
          if (signal.aborted) return undefined
          if (kept.has(key)) continue
        }
        const answer = await inTurn(request)
        if (answer !== 'overtaken') return answer
      }
    },
  }
}

const isShared = (exchange: Exchange): exchange is Answer => exchange.kind === 'response' && exchange.status === 200

const copyOf = (answer: Answer): Answer => ({ ...answer, body: Uint8Array.from(answer.body) })
