import type { Failure } from '#runner/sdk/outcome.ts'
import type { Answer } from './answer.ts'

/** The provider's maximum of IDs per request. */
const batchSize = 20
/** Concurrent requests. The manifest allows one more, for scores; the platform paces them. */
const lanes = 8
/** So few that the request for the list, these requests, and two offset calls for each fit the limit of host calls. */
const maxRequests = 160
/**
 * When the last request for offers may start, after the search: travelers get what the provider answered by then, of the
 * nearest hotels, rather than wait for all while others search.
 */
export const lastStartMs = 4500
/** Failures that a retry cannot fix: credentials, the search itself, the quota, no turn in time. */
const finalCode = /^(API_(AUTH_FAILED|INVALID_PARAMS)|INVALID_INPUT)$/
const finalDetail = /38195|^RateLimitError/
/** After this many failures in a row (one per lane), the requests stop. */
const maxFailures = lanes

/**
 * `failure` is the first failure that lost an answer. `isComplete` is false when hotels were not requested or lack an
 * answer. `left` is the number of hotels that were not requested.
 */
export type Asked = {
  readonly failure: Failure | undefined
  readonly isComplete: boolean
  readonly left: number
}

/**
 * Requests the offers of hotels in batches, several at once. One hotel without rooms can fail a whole batch: the others
 * are requested again, without the hotels that the provider names, or in halves when it names none. A throttled batch
 * is repeated. Failures that a retry cannot fix end the requests. The first batch waits for its turn.
 */
export async function askOffers(
  hotelIds: readonly string[],
  askBatch: (hotelIds: readonly string[], startByMs?: number) => Promise<Answer>,
): Promise<Asked> {
  const waiting: (readonly string[])[] = []
  for (let at = 0; at < hotelIds.length; at += batchSize) waiting.push(hotelIds.slice(at, at + batchSize))
  let failure: Failure | undefined
  let throttled: Failure | undefined
  let isLost = false
  let failuresInRow = 0
  let requests = 0
  let isOver = false

  const again = (batch: readonly string[]) => {
    if (batch.length > 0) waiting.push(batch)
  }
  const take = (batch: readonly string[], answer: Answer) => {
    if (answer.kind === 'failed') {
      const { code, detail } = answer.failure
      failuresInRow += 1
      isOver ||= failuresInRow >= maxFailures || finalCode.test(code) || finalDetail.test(detail)
      if (code === 'API_RATE_LIMITED') {
        throttled ??= answer.failure
        again(batch)
      } else {
        failure ??= answer.failure
        isLost = true
      }
      return
    }
    failuresInRow = 0
    if (answer.kind === 'data') return
    isLost ||= answer.isLost
    const others = batch.filter((id) => !answer.hotelIds.includes(id))
    if (others.length < batch.length) return again(others)
    if (batch.length === 1) return
    const half = Math.ceil(batch.length / 2)
    again(batch.slice(0, half))
    again(batch.slice(half))
  }
  const runLane = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      if (isOver || requests >= maxRequests) {
        waiting.unshift(batch)
        return
      }
      requests += 1
      take(batch, await askBatch(batch, requests === 1 ? undefined : lastStartMs))
    }
  }
  // A lane ends when no batch is waiting. If another lane then adds halves, the other lane requests them itself.
  await Promise.all(Array.from({ length: lanes }, runLane))
  if (waiting.length > 0) failure ??= throttled
  const left = waiting.flat().length
  return { failure, isComplete: !isLost && left === 0, left }
}
