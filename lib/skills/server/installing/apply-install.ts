import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#lib/platform/server/auth/context.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { nothing } from '#runner/policy/effective-permissions.ts'
import type { Approvals } from '../registry/approvals.ts'
import { announceSkillChange } from '../registry/skill-changes.ts'
import { textsOf } from './changes.ts'
import { cannot, type Done } from './install-problem.ts'
import type { InstallPlan, PlannedSkill } from './plan-install.ts'

type ChangePorts = Pick<PlatformPorts, 'db' | 'audit' | 'clock'>

export type InstallPorts = ChangePorts & {
  readonly approvals: Pick<Approvals, 'read'>
  /** The folder with the folders of files that skills have written. */
  readonly filesDir: string
}

/** Ends a transaction in which a skill turned out to be changed by somebody else. */
class ChangedMeanwhile extends Error {
  readonly skill: string
  constructor(skill: string) {
    super(`${skill} was changed meanwhile`)
    this.skill = skill
  }
}

/**
 * Approves and installs the skills of a plan, all or none. Running processes use them from then on. A disabled skill
 * stays disabled when it is updated, and running executions keep their release.
 */
export async function applyInstall(
  ports: InstallPorts,
  context: Context,
  { skills }: InstallPlan,
): Promise<Done<{ readonly installed: readonly string[] }>> {
  return changing(ports, async (tx, at) => {
    for (const planned of skills) await install(tx, { ports, context, at, planned })
    return { installed: skills.map(({ skill }) => skill.manifest.name) }
  })
}

type Step = {
  readonly ports: InstallPorts
  readonly context: Context
  readonly at: Date
  readonly planned: PlannedSkill
}

async function install(tx: Prisma.TransactionClient, { ports, context, at, planned }: Step): Promise<void> {
  const {
    skill,
    source,
    ref = null,
    commit = null,
    publisher = null,
    pinned,
    before,
    replaces,
    permissions,
    isRequested,
  } = planned
  const { digest, tier, manifest } = skill
  const { name, version } = manifest
  const by = context.principal
  await requireInstalled(tx, name, replaces)
  await requireApproved(tx, ports.approvals, before)
  // Releases that no one uses are deleted after some time.
  if (!(await lockRelease(tx, digest))) throw new ChangedMeanwhile(name)
  // What a removed skill with this name has left, or wrote after its removal.
  if (replaces === undefined) await removeData(tx, ports.filesDir, name)
  await approve(tx, { digest, permissions, by: by.id, at })
  const change = { changedBy: by.id, changedAt: at }
  await tx.enablement.upsert({
    where: { name },
    create: { name, digest, isEnabled: true, ...change },
    update: { digest, ...change },
  })
  await tx.skillRelease.update({ where: { digest }, data: { ref, commit, publisher } })
  const row = { digest, isRequested, installedBy: by.id, installedAt: at }
  await tx.installedSkill.upsert({
    where: { name },
    create: { name, ...row },
    // A lock may only change the approval. Then the release to return to stays.
    update: { ...row, ...(before?.digest !== digest && { previousDigest: before?.digest ?? null }) },
  })
  const detail = {
    digest,
    version,
    source,
    tier,
    ...(commit && { commit }),
    ...(publisher && { publisher }),
    ...(pinned && { pinned }),
  }
  await ports.audit.record(
    tx,
    { at, by, action: 'release.approved', subject: name, detail: { ...detail, by: by.id, permissions } },
    { at, by, action: before ? 'skill.updated' : 'skill.installed', subject: name, detail },
  )
}

/** Locks the release that an update replaces. Throws ChangedMeanwhile if its approval is not the one of the plan. */
async function requireApproved(
  tx: Prisma.TransactionClient,
  approvals: Pick<Approvals, 'read'>,
  before: PlannedSkill['before'],
): Promise<void> {
  if (before === undefined) return
  const { digest, manifest, approved } = before
  await lockRelease(tx, digest)
  const now = (await approvals.read(tx, [digest])).get(digest) ?? nothing
  if (textsOf(now).sort().join('\n') !== textsOf(approved).sort().join('\n')) throw new ChangedMeanwhile(manifest.name)
}

/** Locks a release, so that no other process changes or removes it. False: it is not there. */
async function lockRelease(tx: Prisma.TransactionClient, digest: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`select 1 from skill_releases where digest = ${digest} for update`
  return rows.length > 0
}

/** Removes what a skill has written and the rules of agents for it: another author may use its name later. */
export async function removeData(tx: Prisma.TransactionClient, filesDir: string, name: string): Promise<void> {
  await tx.storedValue.deleteMany({ where: { skill: name } })
  await tx.agentSkill.deleteMany({ where: { skill: name } })
  await rm(join(filesDir, name), { recursive: true, force: true })
}

/** Writes the approval of a release. The caller records it in the audit trail, which `Approvals` believes. */
async function approve(
  tx: Prisma.TransactionClient,
  { digest, permissions, by, at }: { digest: string; permissions: PlannedSkill['permissions']; by: string; at: Date },
): Promise<void> {
  const approved = { permissions, approvedBy: by, approvedAt: at, revokedBy: null, revokedAt: null }
  await tx.approval.upsert({ where: { digest }, create: { digest, ...approved }, update: approved })
}

/** Excludes every other change of installed skills until the transaction ends. */
export const lockInstalled = (tx: Prisma.TransactionClient) =>
  tx.$executeRaw`select pg_advisory_xact_lock(hashtext('travel_installed_skills'))`

/** Locks the installed skill. Throws ChangedMeanwhile if its release is not `digest`. */
export async function requireInstalled(
  tx: Prisma.TransactionClient,
  name: string,
  digest: string | undefined,
): Promise<void> {
  // A first installation has no row to lock.
  await lockInstalled(tx)
  const row = await tx.installedSkill.findUnique({ where: { name }, select: { digest: true } })
  if (row?.digest !== digest) throw new ChangedMeanwhile(name)
}

/** Runs a change in one transaction, and announces it to every process. */
export async function changing<Value>(
  { db, clock }: ChangePorts,
  work: (tx: Prisma.TransactionClient, at: Date) => Promise<Value>,
): Promise<Done<Value>> {
  try {
    const value = await db.$transaction(async (tx) => {
      const done = await work(tx, new Date(clock.now()))
      await announceSkillChange(tx)
      return done
    })
    return { ok: true, value }
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return cannot({ code: 'changed_meanwhile', name: error.skill })
    throw error
  }
}
