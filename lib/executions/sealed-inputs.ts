import type { DatabaseClient } from '#lib/db/client.ts'

/** Of executions that have ended, nothing is kept that could be opened again. */
export async function dropSealedInputs(tx: Pick<DatabaseClient, '$executeRaw'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.$executeRaw`update executions set replay = replay - 'sealed_input' where id = any(${[...ids]})`
}
