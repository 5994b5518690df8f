import type { Context } from '#lib/platform/server/auth/context.ts'
import { applyInstall } from './apply-install.ts'
import type { BringRequest, HearStep } from './bring-release.ts'
import { planFrozen } from './install-frozen.ts'
import { cannot, type Done } from './install-problem.ts'
import {
  type ManagePorts,
  notInstalled,
  planRemoval,
  type RolledBack,
  removeSkill,
  rollBack,
} from './manage-installed.ts'
import { type InstallPlan, type PlanPorts, planInstall } from './plan-install.ts'
import { type Shelf, shelfOf } from './search-sources.ts'
import { type LockPorts, lockOf, readLock, type SkillsLock, writeLock } from './skills-lock.ts'

/** Installs, updates and removes skills of other sources. After each change, the lock file says what is installed. */
export type Installer = ReturnType<typeof createInstaller>

/** `lockProblem`: why the lock file could not be written. The change itself is done. */
export type LockState = { readonly lockProblem: string | undefined }

/** A part of the lock that is not as it is installed. `undefined`: there is none. */
type Difference = {
  readonly name: string
  readonly field: string
  readonly locked: string | undefined
  readonly installed: string | undefined
}

type InstallerPorts = PlanPorts &
  ManagePorts &
  LockPorts & { readonly cacheDir: string; readonly lockFile: string; readonly refresh: () => void }

export function createInstaller(ports: InstallerPorts) {
  const { db, lockFile } = ports

  const names = async () => {
    const rows = await db.installedSkill.findMany({ select: { name: true }, orderBy: { name: 'asc' } })
    return rows.map(({ name }) => name)
  }

  /** Ends a change: this process and the lock file follow it. */
  async function follow<Value extends object>(done: Done<Value>): Promise<Done<Value & LockState>> {
    if (!done.ok) return done
    ports.refresh()
    return { ok: true, value: { ...done.value, lockProblem: await writeCurrent() } }
  }

  async function writeCurrent(): Promise<string | undefined> {
    const { lock } = await lockOf(ports)
    return writeLock(lockFile, lock).then(
      () => undefined,
      (cause: Error) => cause.message,
    )
  }

  async function lockHere(): Promise<Done<SkillsLock>> {
    const lock = await readLock(lockFile)
    if (lock === undefined) return cannot({ code: 'no_lock', file: lockFile, detail: undefined })
    return 'problem' in lock
      ? cannot({ code: 'no_lock', file: lockFile, detail: lock.problem })
      : { ok: true, value: lock }
  }

  return {
    lockFile,
    /** The names of the installed skills, in order. */
    names,
    /** The sources in which a search looks. */
    searched: ports.operatorSources.searched,
    /** What a source offers. `undefined`: the text names no source. */
    shelf: (source: string, signal: AbortSignal): Promise<Shelf | undefined> => shelfOf(ports, source, signal),
    plan: (request: BringRequest): Promise<Done<InstallPlan>> => planInstall(ports, request),
    /** Looks at the source of an installed skill, with its tier. */
    async planUpdate(name: string, signal: AbortSignal, onStep?: HearStep): Promise<Done<InstallPlan>> {
      const row = await db.installedSkill.findUnique({ where: { name }, include: { release: true } })
      if (row === null) return notInstalled(ports, name)
      const { source, tier } = row.release
      return planInstall(ports, { source, name, tier, signal, onStep }, row.isRequested)
    },
    /** What the lock file says. */
    async planFrozen(signal: AbortSignal): Promise<Done<InstallPlan>> {
      const lock = await lockHere()
      return lock.ok ? planFrozen(ports, lock.value, signal) : lock
    },
    apply: async (
      context: Context,
      plan: InstallPlan,
    ): Promise<Done<LockState & { readonly installed: readonly string[] }>> =>
      follow(await applyInstall(ports, context, plan)),
    /** What `remove` would remove: the skill first, then what is here only because of it. */
    async planRemoval(name: string): Promise<Done<{ readonly removed: readonly string[] }>> {
      const planned = await planRemoval(ports, name)
      return planned.ok ? { ok: true, value: { removed: [...planned.value.removed.keys()] } } : planned
    },
    remove: async (
      context: Context,
      name: string,
    ): Promise<Done<LockState & { readonly removed: readonly string[] }>> =>
      follow(await removeSkill(ports, context, name)),
    rollBack: async (context: Context, name: string): Promise<Done<LockState & RolledBack>> =>
      follow(await rollBack(ports, context, name)),
    /** Makes the lock file say what is installed. */
    writeLock: async (): Promise<LockState> => ({ lockProblem: await writeCurrent() }),
    /** Compares the stored files with the lock file. Needs no network. */
    async verify(): Promise<Done<readonly Difference[]>> {
      const [locked, { lock, missing }] = await Promise.all([lockHere(), lockOf(ports)])
      if (!locked.ok) return locked
      return { ok: true, value: differencesOf(locked.value, lock, missing) }
    },
  }
}

/** The parts in which two locks differ, by skill and field. */
function differencesOf(locked: SkillsLock, installed: SkillsLock, missing: readonly string[]): Difference[] {
  const found: Difference[] = missing.map((name) => ({ name, field: 'files', locked: 'present', installed: undefined }))
  const names = new Set([...Object.keys(locked.skills), ...Object.keys(installed.skills)])
  for (const name of [...names].sort()) {
    if (missing.includes(name)) continue
    const [one, other] = [flat(locked.skills[name]), flat(installed.skills[name])]
    for (const field of new Set([...one.keys(), ...other.keys()])) {
      const [was, is] = [one.get(field), other.get(field)]
      if (was !== is) found.push({ name, field, locked: was, installed: is })
    }
  }
  return found
}

/** The leaves of a locked skill, by the path of their fields. */
function flat(skill: SkillsLock['skills'][string] | undefined): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>()
  const add = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) leaves.set(path, JSON.stringify(value))
    else for (const [key, each] of Object.entries(value)) add(each, path === '' ? key : `${path}.${key}`)
  }
  if (skill) add(skill, '')
  return leaves
}
