import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import type { Approvals } from './approvals.ts'
import { projectSource } from './origin.ts'

type DecidedPorts = { readonly db: DatabaseClient; readonly approvals: Pick<Approvals, 'read'> }

/**
 * Whether a release is stored as one of the project, is approved, and is the current one of its name, so that its entry
 * changes nothing.
 * Skills that ask at the same time share two queries: otherwise each start would pay a transaction for each skill.
 */
export function createDecidedBefore({ db, approvals }: DecidedPorts) {
  let asked: { readonly digests: string[]; readonly found: Promise<ReadonlyMap<string, string>> } | undefined

  async function read(digests: readonly string[]): Promise<ReadonlyMap<string, string>> {
    await new Promise(setImmediate)
    asked = undefined
    const rows = await db.sql.$queryRaw<{ name: string; digest: string }[]>`
      select e.name, digest from enablements as e join skill_releases as r using (digest)
      where digest = any(${digests}) and starts_with(r.source, ${projectSource('')})`
    const approved = await approvals.read(db.sql, digests)
    return new Map(rows.flatMap(({ name, digest }) => (approved.has(digest) ? [[name, digest] as const] : [])))
  }

  return async ({ digest, manifest: { name } }: LoadedSkill): Promise<boolean> => {
    if (asked === undefined) {
      const digests: string[] = []
      asked = { digests, found: read(digests) }
    }
    asked.digests.push(digest)
    return (await asked.found).get(name) === digest
  }
}
