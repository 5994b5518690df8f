import { keep, listed } from '#runner/policy/policy-sets.ts'
import { type Brought, bringRelease } from './bring-release.ts'
import { textsOf } from './changes.ts'
import { cannot, type Done } from './install-problem.ts'
import {
  type InstallPlan,
  type PlannedSkill,
  type PlanPorts,
  planRelease,
  skillsHere,
  type Universes,
  withReleases,
} from './plan-install.ts'
import type { LockedSkill, SkillsLock } from './skills-lock.ts'

/**
 * A plan that makes the installed skills exactly those of a lock. The lock is the approval: it names the permissions.
 * Refuses whatever differs: other bytes, another key, a verdict that no longer admits, a permission that the manifest
 * does not ask for, and an installed skill that the lock does not name.
 */
export async function planFrozen(ports: PlanPorts, lock: SkillsLock, signal: AbortSignal): Promise<Done<InstallPlan>> {
  const installed = await ports.db.installedSkill.findMany({ select: { name: true } })
  const surplus = installed.map(({ name }) => name).filter((name) => !Object.hasOwn(lock.skills, name))
  if (surplus.length > 0) return cannot({ code: 'not_locked', names: surplus })
  const brought = new Map<string, Brought>()
  for (const [name, locked] of Object.entries(lock.skills)) {
    const one = await bringLocked(ports, { name, locked, signal })
    if (!one.ok) return one
    brought.set(name, one.value)
  }
  const before = await skillsHere(ports)
  const universes = { before, after: withReleases(before, [...brought.values()]) }
  const pins = await ports.approvals.publishersOf(ports.db, Object.keys(lock.skills))
  const planned: PlannedSkill[] = []
  for (const [name, locked] of Object.entries(lock.skills)) {
    const found = brought.get(name)
    const one = found && (await planLocked(ports, { name, locked, brought: found, universes }))
    if (one?.ok === false) return one
    if (one === undefined) continue
    const { before, skill, permissions } = one.value
    const isPinned = locked.pinned === undefined || locked.pinned.key === pins.get(name)
    const isAsLocked = before?.digest === skill.digest && sameTexts(before.approved, permissions) && isPinned
    if (!isAsLocked) planned.push(one.value)
  }
  // The lock names every skill, so none stays as it is.
  return { ok: true, value: { asked: '', skills: planned, children: [] } }
}

type Locked = { readonly name: string; readonly locked: LockedSkill }

const differing =
  (name: string) =>
  (field: string, expected: string, found: string): Done<never> =>
    cannot({ code: 'differs', name, field, expected, found })

async function bringLocked(
  ports: PlanPorts,
  { name, locked, signal }: Locked & { readonly signal: AbortSignal },
): Promise<Done<Brought>> {
  const { source, commit, tier, digest, publisher, pinned, version } = locked
  const ofCommit = commit === undefined ? {} : { commit }
  const brought = await bringRelease(ports, { source, name, tier, version, signal, ...ofCommit })
  if (!brought.ok) return brought
  const { skill, publisher: key } = brought.value
  const differs = differing(name)
  const found = `sha256:${skill.manifest.provenance.digest}`
  if (found !== digest) return differs('digest', digest, found)
  if (skill.manifest.version !== version) return differs('version', version, skill.manifest.version)
  if (key !== publisher?.key) return differs('publisher', publisher?.key ?? 'unsigned', key ?? 'unsigned')
  return { ok: true, value: { ...brought.value, pinned: pinned?.key } }
}

async function planLocked(
  ports: PlanPorts,
  { name, locked, brought, universes }: Locked & { readonly brought: Brought; readonly universes: Universes },
): Promise<Done<PlannedSkill>> {
  const { ref, files, approved, isRequested } = locked
  const planned = await planRelease(ports, brought, { isRequested, universes })
  if (!planned.ok) return planned
  const differs = differing(name)
  for (const path of new Set([...Object.keys(files), ...Object.keys(planned.value.files)])) {
    const [expected, has] = [files[path], planned.value.files[path]]
    if (expected !== `sha256:${has}`) return differs(`files.${path}`, expected ?? 'none', has ?? 'none')
  }
  const asked = listed(planned.value.composed.manifest.permissions)
  const unasked = textsOf(approved).find((text) => !textsOf(keep(approved, asked)).includes(text))
  if (unasked !== undefined) return differs('approved', unasked, 'none')
  // A pinned commit says nothing of the branch or tag from which it was chosen.
  return { ok: true, value: { ...planned.value, ref, permissions: approved, isRequested } }
}

const sameTexts = (one: LockedSkill['approved'], other: LockedSkill['approved']): boolean =>
  JSON.stringify(textsOf(one).sort()) === JSON.stringify(textsOf(other).sort())
