import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { isId } from '#runner/contract/ids.ts'
import { maxStoredBytes, maxStoredKeys } from '#runner/contract/operations/kv.ts'
import type { ValueStore } from '#runner/operations/kv.ts'

/**
 * The small stores of skills and scripts, in the database. The rows of an account are deleted with it. The store of an
 * agent outlives the replacement of its key: it belongs to the agent's name, and to the source of the key, so that a less
 * trusted key of the same agent reads nothing of it.
 */
export function createValueStore(db: Pick<DatabaseClient, 'agentKey' | 'storedValue' | '$transaction'>): ValueStore {
  async function ownerOf(id: string): Promise<string> {
    const where = { id }
    const key = isId('agent', id) ? await db.agentKey.findUnique({ where, select: { slug: true, source: true } }) : null
    return key === null ? id : `agent:${key.source}:${key.slug}`
  }

  return {
    async get({ skill, principal }, key) {
      const principalId = await ownerOf(principal.id)
      const where = { skill_principalId_key: { skill, principalId, key } }
      return (await db.storedValue.findUnique({ where, select: { value: true } }))?.value
    },
    async put({ skill, principal }, key, value) {
      const principalId = await ownerOf(principal.id)
      return db.$transaction(async (tx) => {
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
      })
    },
  }
}
