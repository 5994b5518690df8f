import { createHash, timingSafeEqual } from 'node:crypto'
import type { Env } from '../env/env.ts'
import { type Outcome, refuse } from '../http/outcome.ts'
import { isThisMachine, type Reached } from '../http/this-machine.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Who sends the token may read the figures of the app; without a token, clients on this machine. */
export function mayReadMetrics(
  headers: Headers,
  { metricsToken: token, ...reached }: Reached & Pick<Env, 'metricsToken'>,
): Outcome<true> {
  if (token !== undefined) {
    const isRight = timingSafeEqual(digest(headers.get('authorization') ?? ''), digest(`Bearer ${token}`))
    if (isRight) return { ok: true, value: true }
  }
  if (isThisMachine(headers, reached)) return { ok: true, value: true }
  return refuse('UNAUTHENTICATED', { message: 'Send the token of TRAVEL_METRICS_TOKEN as a bearer token.' })
}
