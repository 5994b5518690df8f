import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { isId } from '#runner/contract/ids.ts'
import { maxStoredBytes, maxStoredKeys } from '#runner/contract/operations/kv.ts'
import type { ValueStore } from '#runner/operations/kv.ts'

/** The small stores of skills and scripts, in the database. The rows of an account are deleted with it. */
export function createValueStore(db: Pick<DatabaseClient, 'storedValue' | '$transaction'>): ValueStore {
  return {
    async get({ skill, principal: { id: principalId } }, key) {
      const where = { skill_principalId_key: { skill, principalId, key } }
      return (await db.storedValue.findUnique({ where, select: { value: true } }))?.value
    },
    put: ({ skill, principal: { id: principalId } }, key, value) =>
      db.$transaction(async (tx) => {
        // One write of a store at a time, so that concurrent executions cannot exceed a limit together.
        await tx.$executeRaw`
          select pg_advisory_xact_lock(hashtext('stored_values'), hashtext(${JSON.stringify([skill, principalId])}))`
        if (value === undefined) {
          await tx.storedValue.deleteMany({ where: { skill, principalId, key } })
          return undefined
        }
        const [others] = await tx.$queryRaw<{ keys: number; bytes: number }[]>`
          select count(*)::int as keys, coalesce(sum(octet_length(key) + octet_length(value)), 0)::int as bytes
          from stored_values where skill = ${skill} and principal_id = ${principalId} and key <> ${key}`
        const { keys = 0, bytes = 0 } = others ?? {}
        if (keys >= maxStoredKeys) return 'keys'
        if (bytes + Buffer.byteLength(key) + Buffer.byteLength(value) > maxStoredBytes) return 'bytes'
        await tx.storedValue.upsert({
          where: { skill_principalId_key: { skill, principalId, key } },
          create: { skill, principalId, key, value, userId: isId('user', principalId) ? principalId : null },
          update: { value },
        })
        return undefined
      }),
  }
}
