import type { Context } from '#lib/platform/server/auth/context.ts'
import type { Tier } from '#runner/contract/manifest.ts'
import { isOfNoProject } from '../registry/origin.ts'
import { needsOf, relationProblems } from '../registry/relations.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { changing, type InstallPorts, lockInstalled, removeData, requireInstalled } from './apply-install.ts'
import { cannot, type Done, type InstallProblem } from './install-problem.ts'
import { manifestsOf, type PlanPorts, skillsHere } from './plan-install.ts'

export type ManagePorts = InstallPorts &
  Pick<PlanPorts, 'project' | 'installed'> & { readonly releases: Pick<ReleaseStore, 'find' | 'removeInstalled'> }

/** The problem of a name under which no skill is installed. */
export async function notInstalled(
  { db, project }: Pick<ManagePorts, 'db' | 'project'>,
  name: string,
): Promise<{ readonly ok: false; readonly problem: InstallProblem }> {
  const rows = await db.installedSkill.findMany({ select: { name: true }, orderBy: { name: 'asc' } })
  const isOfProject = await project.isListed(name)
  return cannot({ code: 'not_installed', name, installed: rows.map((row) => row.name), isOfProject })
}

/**
 * The skills that a removal would remove: an installed skill, and those that are here only because it needs them.
 * Refused while another skill needs it.
 */
export async function planRemoval(
  ports: Pick<ManagePorts, 'db' | 'project' | 'installed'>,
  name: string,
): Promise<Done<{ readonly removed: ReadonlyMap<string, string> }>> {
  const rows = await ports.db.installedSkill.findMany()
  const installed = new Map(rows.map((row) => [row.name, row]))
  const asked = installed.get(name)
  if (asked === undefined) return notInstalled(ports, name)
  const here = manifestsOf(await skillsHere(ports))
  const needs = new Map([...here].map(([each, manifest]) => [each, new Set(needsOf(manifest))]))
  /** The digests by name. */
  const removed = new Map([[name, asked.digest]])
  const neededBy = (other: string) =>
    [...needs].flatMap(([by, its]) => (its.has(other) && !removed.has(by) ? [by] : []))
  const by = neededBy(name)
  if (by.length > 0) return cannot({ code: 'needed', name, by })
  // A map visits what is added to it while it is read.
  for (const gone of removed.keys()) {
    for (const other of needs.get(gone) ?? []) {
      const row = installed.get(other)
      if (row?.isRequested === false && neededBy(other).length === 0) removed.set(other, row.digest)
    }
  }
  return { ok: true, value: { removed } }
}

/**
 * Removes what `planRemoval` says, with files and values. Records of executions stay, and can no longer be run again.
 */
export async function removeSkill(
  ports: ManagePorts,
  context: Context,
  name: string,
): Promise<Done<{ readonly removed: readonly string[] }>> {
  const planned = await planRemoval(ports, name)
  if (!planned.ok) return planned
  const { removed } = planned.value
  const done = await changing(ports, async (tx, at) => {
    for (const [each, digest] of removed) {
      await requireInstalled(tx, each, digest)
      await tx.installedSkill.delete({ where: { name: each } })
      // The project may have a skill of this name by now, which keeps its own.
      await tx.enablement.deleteMany({ where: { name: each, release: isOfNoProject } })
      const ofSkill = { release: { name: each, ...isOfNoProject } }
      const approved = await tx.approval.findMany({ where: ofSkill, select: { digest: true } })
      await tx.approval.deleteMany({ where: ofSkill })
      // `Approvals` believes the trail: it must say of each approved release that it was removed.
      const digests = new Set([digest, ...approved.map((one) => one.digest)])
      const removal = { at, by: context.principal, action: 'skill.removed', subject: each } as const
      await ports.audit.record(tx, ...[...digests].map((one) => ({ ...removal, detail: { digest: one } })))
    }
    return { removed: [...removed.keys()] }
  })
  if (!done.ok) return done
  for (const each of removed.keys()) {
    // After the removal is certain. The name may be installed again meanwhile, which begins with no data.
    await ports.db.$transaction(async (tx) => {
      await lockInstalled(tx)
      const isTaken = (await tx.installedSkill.count({ where: { name: each } })) > 0
      if (!isTaken && !(await ports.project.isListed(each))) await removeData(tx, ports.filesDir, each)
    })
    await ports.releases.removeInstalled(each)
  }
  return done
}

/** Versions. The tiers are those of the release before and of the one that is current now. */
export type RolledBack = {
  readonly from: string
  readonly to: string
  readonly fromTier: Tier | undefined
  readonly toTier: Tier
}

/** Returns to the release that the last update replaced, with the approval that it had. */
export async function rollBack(ports: ManagePorts, context: Context, name: string): Promise<Done<RolledBack>> {
  const row = await ports.db.installedSkill.findUnique({ where: { name } })
  if (row === null) return notInstalled(ports, name)
  const { digest, previousDigest } = row
  if (previousDigest === null) return cannot({ code: 'nothing_before', name })
  const [now, before] = await Promise.all([ports.releases.find(digest), ports.releases.find(previousDigest)])
  if (before === undefined) return cannot({ code: 'files_missing', name })
  const here = manifestsOf(await skillsHere(ports))
  const brokenNow = relationProblems([...here.keys()], here, () => true)
  const after = new Map(here).set(name, before.manifest)
  const broken = [...relationProblems([...after.keys()], after, () => true)].find(([each]) => !brokenNow.has(each))
  if (broken) {
    const [each, problem] = broken
    return cannot({ code: 'relations', name, problem: { code: 'relation', name: each, problem } })
  }
  return changing(ports, async (tx, at) => {
    await requireInstalled(tx, name, digest)
    await tx.installedSkill.update({ where: { name }, data: { digest: previousDigest, previousDigest: digest } })
    const change = { changedBy: context.principal.id, changedAt: at }
    await tx.enablement.update({ where: { name }, data: { digest: previousDigest, ...change } })
    const detail = { digest: previousDigest, version: before.manifest.version, replaces: digest }
    await ports.audit.record(tx, { at, by: context.principal, action: 'skill.rolled_back', subject: name, detail })
    const to = { to: before.manifest.version, toTier: before.tier }
    return { from: now?.manifest.version ?? 'unknown', fromTier: now?.tier, ...to }
  })
}
