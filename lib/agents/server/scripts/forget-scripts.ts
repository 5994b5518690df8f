import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { inShortTransactions, type Pace } from '#lib/platform/server/db/in-short-transactions.ts'
import type { Statements } from '#lib/platform/server/db/statements.ts'

const atOnce = 200

/**
 * Deletes the texts among these that no execution refers to. Leaves a text that a concurrent transaction is about to
 * execute: see `keepTexts`.
 */
export async function forgetScripts(tx: Statements, digests: readonly string[]): Promise<number> {
  const locked = await tx.$queryRaw<{ digest: string }[]>`
    select digest from scripts where digest = any(${[...digests]}) for update skip locked`
  // A statement of its own sees the executions that were stored until the lock.
  return tx.$executeRaw`
    delete from scripts s where digest = any(${locked.map(({ digest }) => digest)})
      and not exists (select from executions e where e.skill_digest = s.digest)`
}

/** Deletes the texts of all scripts without an execution. Returns their number. */
export const forgetUnusedScripts = (db: Pick<DatabaseClient, 'sqlTransaction'>, pace: Pace): Promise<number> =>
  inShortTransactions(db, pace, async (tx) => {
    const unused = await tx.$queryRaw<{ digest: string }[]>`
      select digest from scripts s where not exists (select from executions e where e.skill_digest = s.digest)
      limit ${atOnce}`
    return forgetScripts(
      tx,
      unused.map(({ digest }) => digest),
    )
  })

/** Keeps the stored texts among these until the transaction ends, in which it refers to them. */
export const keepTexts = (tx: Statements, digests: readonly string[]): Promise<unknown> =>
  tx.$queryRaw`select digest from scripts where digest = any(${[...digests]}) order by digest for key share`
