import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseClient } from './client.ts'
import type { Statements } from './statements.ts'

/** What paces work in the background. */
export type Pace = {
  /** Aborted when the process stops. */
  readonly signal: AbortSignal
  /** Waits. Absent: by the clock. */
  readonly rest?: (ms: number) => Promise<unknown>
}

/** Held by the process that works on a batch. The others leave the work to it. */
const lock = 72_707_371

/**
 * Runs `step` in one short transaction after the other until it changes nothing, and rests after each for as long as it
 * took, so that requests keep at least half of the database. One process does this at a time. Returns the sum of what
 * `step` returned.
 */
export async function inShortTransactions(
  db: Pick<DatabaseClient, 'sqlTransaction'>,
  { signal, rest = (ms) => wait(ms, undefined, { signal }).catch(() => {}) }: Pace,
  step: (tx: Statements) => Promise<number>,
): Promise<number> {
  let sum = 0
  while (!signal.aborted) {
    const started = performance.now()
    const changed = await db.sqlTransaction(async (tx) => {
      const [turn] = await tx.$queryRaw<{ isOurs: boolean }[]>`select pg_try_advisory_xact_lock(${lock}) as "isOurs"`
      return turn?.isOurs ? step(tx) : 0
    })
    if (changed === 0) break
    sum += changed
    await rest(performance.now() - started)
  }
  return sum
}
