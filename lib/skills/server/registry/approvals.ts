import * as z from 'zod'
import { type AuditMacs, isMac } from '#lib/platform/server/audit/audit-macs.ts'
import type { TrailRow } from '#lib/platform/server/audit/audit-record.ts'
import { trailColumns } from '#lib/platform/server/audit/lanes.ts'
import { createGroupRead } from '#lib/platform/server/db/batches.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { Statements } from '#lib/platform/server/db/statements.ts'
import { Permissions } from '#runner/contract/manifest.ts'
import { permissionKinds } from '#runner/contract/operations/host-operations.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { askedOf, itemsOf, keep, type PermissionSet } from '#runner/policy/policy-sets.ts'
import { projectSource } from './origin.ts'

/** The principal that approves the project's own skills. */
export const projectItself = 'project'

type Reader = Pick<Statements, '$queryRaw'>

/** Approvals that the audit trail confirms: a database row that was forged with SQL grants nothing. */
export type Approvals = ReturnType<typeof createApprovals>

const Detail = z.object({
  digest: z.string(),
  /** Set in the approval of a whole release: its permissions. */
  permissions: Permissions.optional(),
  /** Set in the approval of an installed release: its source, and the key that signed it. */
  source: z.string().optional(),
  publisher: z.string().optional(),
  /** Set if a lock said that updates need this key: it signed a release that was replaced. */
  pinned: z.string().optional(),
  /** Set in a decision about one permission: that permission. */
  permission: z.string().optional(),
})

/** Permissions as texts. `source`: of an installed release. */
type Decided = { readonly texts: Set<string>; readonly source: string | undefined }

export function createApprovals(macs: AuditMacs) {
  /** The decisions of the trail, the oldest first. Ignores rows that are not authentic. */
  async function decisionsWhere(db: Reader, which: Prisma.Sql) {
    const rows = await db.$queryRaw<TrailRow[]>`
      select ${trailColumns} from audit_events as e
      where e.action in ('release.approved', 'permission.approved', 'permission.revoked', 'skill.removed') and ${which}
      order by e.at, e.lane, e.seq`
    return rows.flatMap((row) => {
      if (row.detail === null || !isMac(row.mac, macs.row(row))) return []
      const detail = Detail.safeParse(JSON.parse(row.detail))
      return detail.success ? [{ action: row.action, name: row.subject, ...detail.data }] : []
    })
  }

  /** The approved permissions by digest, as texts. */
  async function decisions(db: Reader, digests: readonly string[]) {
    const approved = new Map<string, Decided>()
    const rows = await decisionsWhere(db, Prisma.sql`e.detail->>'digest' = any(${[...digests]}::text[])`)
    for (const { action, digest, permissions, permission = '', source } of rows) {
      if (action === 'skill.removed') {
        approved.delete(digest)
        continue
      }
      const before = approved.get(digest) ?? { texts: new Set(), source: undefined }
      const known = permissions ? { texts: new Set(textsOf(permissions)), source } : before
      if (action === 'permission.approved') known.texts.add(permission)
      if (action === 'permission.revoked') known.texts.delete(permission)
      approved.set(digest, known)
    }
    return approved
  }

  return {
    /** The approved permissions by digest, without revoked releases. */
    async read(db: Reader, digests: readonly string[]): Promise<ReadonlyMap<string, Permissions>> {
      const rows = await db.$queryRaw<{ digest: string; permissions: unknown; releaseSource: string }[]>`
        select digest, a.permissions, r.source as "releaseSource"
        from approvals as a join skill_releases as r using (digest)
        where a.revoked_at is null and digest = any(${[...digests]}::text[])`
      if (rows.length === 0) return new Map()
      const approved = await decisions(db, digests)
      return new Map(
        rows.flatMap(({ digest, permissions, releaseSource }): [string, Permissions][] => {
          const { texts = new Set<string>(), source = releaseSource } = approved.get(digest) ?? {}
          // An installed release must not pass for one of the project, whose manifest is not part of its digest.
          if (source !== releaseSource) return []
          // A malformed row approves nothing, and leaves the other releases theirs.
          const stored = Permissions.safeParse(permissions)
          if (!stored.success) return []
          return [[digest, keep(stored.data, setOf(texts))]]
        }),
      )
    },
    /** The permissions of a release that result from the decisions in the audit trail. Undefined: no decision exists. */
    async recorded(db: Reader, digest: string): Promise<PermissionSet | undefined> {
      const approved = (await decisions(db, [digest])).get(digest)
      return approved && setOf(approved.texts)
    },
    /** The keys that updates of skills need, by name: each signed the first signed release since the last removal. */
    async publishersOf(db: Reader, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const keys = new Map<string, string>()
      const rows = await decisionsWhere(db, Prisma.sql`e.subject = any(${[...names]}::text[])`)
      for (const { action, name, publisher, pinned = publisher } of rows) {
        if (action === 'skill.removed') keys.delete(name)
        else if (pinned !== undefined && !keys.has(name)) keys.set(name, pinned)
      }
      return keys
    },
  }
}

const textsOf = (permissions: Permissions): string[] =>
  permissionKinds.flatMap((permission) => itemsOf(permissions, permission).map((item) => askedOf({ permission, item })))

const setOf =
  (texts: ReadonlySet<string>): PermissionSet =>
  (permission, item) =>
    texts.has(askedOf({ permission, item }))

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
