import type { Statements } from '../db/statements.ts'

/** What ran, and the number of its executions. */
type Forgotten = readonly { readonly digest: string; readonly executions: number }[]

/**
 * Deletes what deleted accounts and profiles did and kept: executions with their journals, questions, offers, stored
 * values, sessions of tools and idempotency keys. The audit trail, sums of costs and messages to the operator stay. The
 * caller first deletes the accounts in the same transaction, so that nothing of theirs starts meanwhile.
 */
export async function forgetPrincipals(
  tx: Statements,
  ids: readonly string[],
  { keepsExecutions = false } = {},
): Promise<Forgotten> {
  const own = [...ids]
  await tx.$executeRaw`delete from confirmations where principal_id = any(${own})`
  await tx.$executeRaw`delete from kept_offers where principal_id = any(${own})`
  await tx.$executeRaw`delete from mcp_sessions where principal_id = any(${own})`
  await tx.$executeRaw`delete from stored_values where principal_id = any(${own})`
  await tx.$executeRaw`delete from script_requests where profile_id = any(${own})`
  if (keepsExecutions) return []
  return tx.$queryRaw`
    with gone as (delete from executions where principal_id = any(${own}) returning skill_digest)
    select skill_digest as digest, count(*)::int as executions from gone group by 1`
}
