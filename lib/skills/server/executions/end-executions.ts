import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { ErrorBody } from '#runner/contract/errors.ts'
import { hashInSlices } from '#runner/slices/work-on-json.ts'
import { endedRow, principalOfRow } from './invocation-rows.ts'
import { addUsage, unmeasuredUsage } from './usage.ts'

/** A SkillFailure. */
type Failure = {
  readonly status: 'error'
  readonly skill: string
  readonly version: string
  readonly error: ErrorBody
  readonly script?: { readonly stdout: string; readonly stderr: string; readonly error: string }
}

type End = { readonly at: Date; readonly output: Failure }

/**
 * Ends executions that no process runs, all with the same error. Returns their ids and their audit rows, which the
 * caller adds to the trail in the same transaction.
 */
export async function endExecutions(
  tx: Prisma.TransactionClient,
  where: Prisma.ExecutionWhereInput,
  { at, output: { script, ...failure } }: End,
): Promise<{ readonly ids: readonly string[]; readonly records: readonly AuditRecord[] }> {
  const { code } = failure.error
  const output = script === undefined ? failure : { ...failure, script }
  const rows = await tx.execution.updateManyAndReturn({
    where,
    data: { status: 'error', errorCode: code, output, finishedAt: at, seal: null },
    select: {
      id: true,
      principalId: true,
      source: true,
      actor: true,
      skill: true,
      version: true,
      skillDigest: true,
      action: true,
      input: true,
      fuelUsed: true,
    },
  })
  const ids = rows.map(({ id }) => id)
  await dropSealedInputs(tx, ids)
  await addUsage(
    tx,
    rows.map(({ id, ...row }) => unmeasuredUsage(id, { ...row, errorCode: code, finishedAt: at })),
  )
  const outputHash = await hashInSlices(Object(output))
  const records = rows.map(async ({ id, skill, version, skillDigest: digest, action, input, fuelUsed, ...by }) => {
    const inputHash = await hashInSlices(Object(input))
    const facts = { skill, version, digest, action, principal: principalOfRow(by), inputHash }
    return endedRow(at, id, facts, { outcome: code, outputHash, fuelUsed: Number(fuelUsed ?? 0n) })
  })
  return { ids, records: await Promise.all(records) }
}

/** Deletes the sealed inputs of ended executions, so that nobody can open them later. */
async function dropSealedInputs(tx: Pick<DatabaseClient, '$executeRaw'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.$executeRaw`update executions set replay = replay - 'sealed_input' where id = any(${[...ids]})`
}
