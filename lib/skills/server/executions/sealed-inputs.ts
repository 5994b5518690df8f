import type { DatabaseClient } from '#lib/platform/server/db/client.ts'

/** Deletes the sealed inputs of ended executions, so that nobody can open them later. */
export async function dropSealedInputs(tx: Pick<DatabaseClient, '$executeRaw'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.$executeRaw`update executions set replay = replay - 'sealed_input' where id = any(${[...ids]})`
}
