import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#lib/platform/server/auth/context.ts'
import { isOfNoProject } from '../registry/origin.ts'
import { needsOf, relationProblems } from '../registry/relations.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { type ChangePorts, changing, requireInstalled } from './apply-install.ts'
import { cannot, type Done } from './install-problem.ts'
import { manifestsOf, type PlanPorts, skillsHere } from './plan-install.ts'

export type ManagePorts = ChangePorts &
  Pick<PlanPorts, 'project' | 'installed'> & {
    readonly releases: Pick<ReleaseStore, 'find' | 'removeInstalled'>
    /** The folder with the folders of files that skills have written. */
    readonly filesDir: string
  }

/**
 * Removes an installed skill with its files and values, and those that are here only because it needed them. Records of
 * its executions stay, and can no longer be run again.
 */
export async function removeSkill(
  ports: ManagePorts,
  context: Context,
  name: string,
): Promise<Done<{ readonly removed: readonly string[] }>> {
  const rows = await ports.db.installedSkill.findMany()
  const installed = new Map(rows.map((row) => [row.name, row]))
  if (!installed.has(name)) return cannot({ code: 'not_installed', name, installed: [...installed.keys()] })
  const here = manifestsOf(await skillsHere(ports))
  const needs = new Map([...here].map(([each, manifest]) => [each, new Set(needsOf(manifest))]))
  const removed = new Set([name])
  const neededBy = (other: string) =>
    [...needs].flatMap(([by, its]) => (its.has(other) && !removed.has(by) ? [by] : []))
  const by = neededBy(name)
  if (by.length > 0) return cannot({ code: 'needed', name, by })
  // A set visits what is added to it while it is read.
  for (const gone of removed) {
    for (const other of needs.get(gone) ?? []) {
      if (installed.get(other)?.isRequested === false && neededBy(other).length === 0) removed.add(other)
    }
  }
  const done = await changing(ports, async (tx, at) => {
    for (const each of removed) {
      const digest = installed.get(each)?.digest
      await requireInstalled(tx, each, digest)
      await tx.installedSkill.delete({ where: { name: each } })
      // The project may have a skill of this name by now, which keeps its own.
      await tx.enablement.deleteMany({ where: { name: each, release: isOfNoProject } })
      const ofSkill = { release: { name: each, ...isOfNoProject } }
      const approved = await tx.approval.findMany({ where: ofSkill, select: { digest: true } })
      await tx.approval.deleteMany({ where: ofSkill })
      // Another author may use the name later, and must not read them.
      await tx.storedValue.deleteMany({ where: { skill: each } })
      // `Approvals` believes the trail: it must say of each approved release that it was removed.
      const digests = new Set([...(digest === undefined ? [] : [digest]), ...approved.map((one) => one.digest)])
      const removal = { at, by: context.principal, action: 'skill.removed', subject: each } as const
      await ports.audit.record(tx, ...[...digests].map((one) => ({ ...removal, detail: { digest: one } })))
    }
    return { removed: [...removed] }
  })
  if (!done.ok) return done
  for (const each of removed) {
    await rm(join(ports.filesDir, each), { recursive: true, force: true })
    await ports.releases.removeInstalled(each)
  }
  return done
}

/** Returns to the release that the last update replaced, with the approval that it had. */
export async function rollBack(
  ports: ManagePorts,
  context: Context,
  name: string,
): Promise<Done<{ readonly from: string; readonly to: string }>> {
  const row = await ports.db.installedSkill.findUnique({ where: { name } })
  if (row === null) {
    const installed = await ports.db.installedSkill.findMany({ select: { name: true } })
    return cannot({ code: 'not_installed', name, installed: installed.map((one) => one.name) })
  }
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
    return { from: now?.manifest.version ?? 'unknown', to: before.manifest.version }
  })
}
