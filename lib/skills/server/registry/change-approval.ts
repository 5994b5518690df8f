import type { Context } from '#lib/platform/server/auth/context.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { type Permissions, SkillManifest } from '#runner/contract/manifest.ts'
import type { PermissionKind } from '#runner/contract/operations/host-operations.ts'
import { nothing } from '#runner/policy/effective-permissions.ts'
import { askedOf, itemsOf, keep, listed, union } from '#runner/policy/policy-sets.ts'
import type { Approvals } from './approvals.ts'
import { announceSkillChange } from './skill-changes.ts'

type ApprovalPorts = Pick<PlatformPorts, 'db' | 'audit' | 'clock'> & {
  readonly approvals: Approvals
}

type ApprovalChange = {
  readonly digest: string
  readonly permission: PermissionKind
  /** The item of the permission, such as a host. Empty for permissions that are only on or off. */
  readonly item: string
  readonly isApproved: boolean
  /** What the skill asks for through its parents. Absent: it has no parents. */
  readonly inherited?: Permissions
}

/**
 * Approves or revokes one permission of a release, for which the skill must ask, by itself or through a parent. Running processes apply the change
 * immediately: executions that start later use the new approval, and running executions keep theirs. A skill that uses
 * a revoked permission gets a catchable error. NOT_FOUND: the release is unknown, or does not ask for the permission.
 */
export function changeApproval(
  { db, audit, approvals, clock }: ApprovalPorts,
  { principal }: Context,
  { digest, permission, item, isApproved, inherited = nothing }: ApprovalChange,
): Promise<Outcome<Permissions>> {
  return db.$transaction(async (tx): Promise<Outcome<Permissions>> => {
    await tx.$queryRaw`select 1 from skill_releases where digest = ${digest} for update`
    const release = await tx.skillRelease.findUnique({ where: { digest } })
    if (!release) return refuse('NOT_FOUND')
    const declared = union([SkillManifest.parse(release.manifest).permissions, inherited])
    if (!itemsOf(declared, permission).includes(item)) return refuse('NOT_FOUND')
    const had = listed((await approvals.read(tx, [digest])).get(digest) ?? nothing)
    const permissions = keep(declared, (kind, one) =>
      kind === permission && one === item ? isApproved : had(kind, one),
    )
    if (had(permission, item) === isApproved) return { ok: true, value: permissions }
    const at = new Date(clock.now())
    const approved = { permissions, approvedBy: principal.id, approvedAt: at, revokedBy: null, revokedAt: null }
    await tx.approval.upsert({ where: { digest }, create: { digest, ...approved }, update: approved })
    await announceSkillChange(tx)
    await audit.record(tx, {
      at,
      by: principal,
      action: isApproved ? 'permission.approved' : 'permission.revoked',
      subject: release.name,
      detail: { digest, version: release.version, permission: askedOf({ permission, item }) },
    })
    return { ok: true, value: permissions }
  })
}
