import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { createGroupRead } from '#lib/platform/server/db/group-read.ts'
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
  const nameOf = createGroupRead(async (digests: readonly string[]) => {
    const rows = await db.sql.$queryRaw<{ name: string; digest: string }[]>`
      select e.name, digest from enablements as e join skill_releases as r using (digest)
      where digest = any(${digests}) and starts_with(r.source, ${projectSource('')})`
    const approved = await approvals.read(db.sql, digests)
    return new Map(rows.flatMap(({ name, digest }) => (approved.has(digest) ? [[digest, name] as const] : [])))
  })

  return async ({ digest, manifest: { name } }: LoadedSkill): Promise<boolean> => (await nameOf(digest)) === name
}
