import { appPrincipal } from '#lib/platform/server/auth/principal.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { Permissions } from '#runner/contract/manifest.ts'
import { defaultConfig, type TravelConfig } from '#runner/contract/travel-config.ts'
import type { Clock, CurrentSkill, Log, SkillSource } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { composeFamily } from '#runner/manifest/compose-skill.ts'
import type { ManifestProblem } from '#runner/manifest/manifest-problem.ts'
import { nothing, switchedOffBy } from '#runner/policy/effective-permissions.ts'
import { keep } from '#runner/policy/policy-sets.ts'
import { type Approvals, createDecidedBefore, projectItself } from './approvals.ts'
import { createCompositions } from './compositions.ts'
import type { InstalledSkills } from './installed-skills.ts'
import { isProjectSource, projectSource } from './origin.ts'
import type { ProjectSkills } from './project-skills.ts'
import { isRelated, relationProblems, relationRefusal } from './relations.ts'
import type { ReleaseStore } from './release-store.ts'
import { announceSkillChange, type SkillChanges } from './skill-changes.ts'

/** The skills of this installation. */
export type Registry = SkillSource & {
  /** Enabled skills, by name. */
  list(): Promise<readonly LoadedSkill[]>
  /** Enabled skills with a capability, by name. */
  byCapability(capability: string): Promise<readonly LoadedSkill[]>
  /** Skills with a capability that the operator or the configuration has switched off, by name. */
  switchedOff(capability: string): Promise<readonly LoadedSkill[]>
  /** Problems of all skills that are left out. The log names each once. Never rejects. */
  problems(): Promise<readonly ManifestProblem[]>
  /** Every skill that loads, of the project first, in order of name, including disabled and refused ones. */
  all(): Promise<readonly CurrentSkill[]>
  /** Drops the cached installations, enablement and approvals. Called after this process has changed them. */
  refresh(): void
}

type RegistryPorts = Pick<PlatformPorts, 'db' | 'audit'> & {
  readonly approvals: Approvals
  readonly project: ProjectSkills
  readonly installed: InstalledSkills
  readonly releases: ReleaseStore
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Pick<Log, 'error'>
  /** Absent: changes by other processes take effect only when the cache expires. */
  readonly changes?: Pick<SkillChanges, 'subscribe'>
  /** Absent: `defaultConfig`, which switches nothing off. */
  readonly config?: TravelConfig
}

const wholeSkill = ({ folder }: LoadedSkill) => ({ file: folder, line: 1, column: 1, path: '' })

type Beside = () => Promise<ReadonlyMap<string, string>>

/** How long enablement and approvals are cached: a decision that was not announced takes effect within this time. */
const switchesMs = 2_000

type Decisions = {
  /** The names of disabled skills. */
  readonly off: ReadonlySet<string>
  /** The approved permissions by digest, without revoked releases. */
  readonly approved: ReadonlyMap<string, Permissions>
}

/**
 * The skills of the project and those that are installed, as releases. A release of the project is registered once, as
 * an approved local release, and becomes the current release of its name. Later decisions (revoked, disabled) persist.
 */
export function createRegistry({
  db,
  audit,
  approvals,
  project,
  installed,
  releases,
  clock,
  log,
  changes,
  config = defaultConfig,
}: RegistryPorts): Registry {
  const compositions = createCompositions(db)
  /** The registered releases by digest, so that requests need no database query for them. */
  const entered = new Map<string, Promise<LoadedSkill>>()
  /** The digest that was entered last, by name. If a skill's old files return, their release must be entered again. */
  const latest = new Map<string, string>()
  const isDecided = createDecidedBefore({ db, approvals })
  let switches: { readonly at: number; readonly decisions: Promise<Decisions> } | undefined
  changes?.subscribe(() => {
    switches = undefined
    // Another process may have installed a skill, or entered one that is new in the list of approved skills.
    installed.recheck()
    project.recheck()
  })

  const known = async (): Promise<readonly LoadedSkill[]> => [...(await project.list()), ...(await installed.list())]

  const foundNow = async (name: string) => (await project.named(name)) ?? (await installed.named(name))

  async function enter(skill: LoadedSkill): Promise<void> {
    const isOld = await isDecided(skill)
    await releases.keep(skill, isOld)
    const refusal = await releases.refusalOf(skill)
    if (refusal !== undefined) log.error(refusal, { skill: skill.manifest.name, digest: skill.digest })
    if (isOld) return
    const composed = await composeFamily(skill, foundNow)
    await decide(skill, (composed ?? skill).manifest.permissions)
  }

  /**
   * Approves a new release, with what it inherits now, and makes it the current release of its name. Earlier decisions
   * about it stay valid.
   */
  async function decide({ digest, manifest: { name, version } }: LoadedSkill, declared: Permissions): Promise<void> {
    await db.$transaction(async (tx) => {
      const at = new Date()
      // Locks the row, so that only one of several starting processes decides.
      await tx.$queryRaw`select 1 from skill_releases where digest = ${digest} for update`
      const recorded = await approvals.recorded(tx, digest)
      const permissions = recorded ? keep(declared, recorded) : declared
      const approved = await tx.approval.createMany({
        data: [{ digest, permissions, approvedBy: projectItself }],
        skipDuplicates: true,
      })
      const enabled = await tx.enablement.createMany({
        data: [{ name, digest, isEnabled: true, changedBy: projectItself }],
        skipDuplicates: true,
      })
      const moved = await tx.enablement.updateMany({
        where: { name, digest: { not: digest } },
        data: { digest, changedBy: projectItself, changedAt: at },
      })
      const row = { at, by: appPrincipal, subject: name }
      const detail = { digest, version, by: projectItself }
      if (enabled.count + moved.count > 0) await announceSkillChange(tx)
      await audit.record(
        tx,
        ...(approved.count > 0 || recorded === undefined
          ? [{ ...row, action: 'release.approved', detail: { ...detail, permissions } }]
          : []),
        ...(enabled.count > 0 ? [{ ...row, action: 'skill.enabled', detail }] : []),
        ...(moved.count > 0 ? [{ ...row, action: 'skill.updated', detail }] : []),
      )
    })
  }

  function decided(): Promise<Decisions> {
    const now = clock.monotonic()
    if (switches !== undefined && now - switches.at < switchesMs) return switches.decisions
    const decisions = readDecisions({ db, approvals }, [...entered.keys()])
    switches = { at: now, decisions }
    // A failed query must not be cached.
    decisions.catch(() => {
      switches = undefined
    })
    return decisions
  }

  const disabled = async () => (await decided()).off

  /** A registered release with its current approval. */
  async function approvedNow(skill: LoadedSkill): Promise<LoadedSkill> {
    return { ...skill, approved: (await decided()).approved.get(skill.digest) ?? nothing }
  }

  async function entryOf(skill: LoadedSkill): Promise<LoadedSkill> {
    return approvedNow(await enteredOnce(skill))
  }

  function enteredOnce(skill: LoadedSkill): Promise<LoadedSkill> {
    const { digest, manifest } = skill
    const before = entered.get(digest)
    if (before && latest.get(manifest.name) === digest) return before
    // An installed release was stored and decided when it was installed.
    const entering = isProjectSource(manifest.provenance.source) ? enter(skill) : Promise.resolve()
    const entry = entering.then(
      () => {
        // The cached approvals do not have it.
        switches = undefined
        return skill
      },
      (cause: unknown) => {
        entered.delete(digest)
        throw cause
      },
    )
    entered.set(digest, entry)
    latest.set(manifest.name, digest)
    return entry
  }

  /** The digests of releases whose failure is already in the log. */
  const reported = new Set<string>()
  const report = (skill: LoadedSkill, cause: unknown): void => {
    if (reported.has(skill.digest)) return
    reported.add(skill.digest)
    log.error('a skill cannot be checked, and does not run', { skill: skill.manifest.name, cause })
  }

  /**
   * Works on each skill. A skill that fails, such as one whose files are missing, is left out, so that the others still
   * run. Rejects if all fail.
   */
  async function onEach<T>(skills: readonly LoadedSkill[], work: (skill: LoadedSkill) => Promise<T>): Promise<T[]> {
    const done: T[] = []
    const failures: { readonly skill: LoadedSkill; readonly cause: unknown }[] = []
    const results = await Promise.allSettled(skills.map(work))
    for (const [at, skill] of skills.entries()) {
      const result = results[at]
      if (result?.status === 'fulfilled') done.push(result.value)
      else failures.push({ skill, cause: result?.reason })
    }
    const [first] = failures
    if (first && done.length === 0) throw first.cause
    for (const { skill, cause } of failures) report(skill, cause)
    return done
  }

  async function offNow(): Promise<(skill: LoadedSkill) => boolean> {
    const off = await disabled()
    return ({ manifest: { name } }) => off.has(name) || switchedOffBy(config, name) !== undefined
  }

  /** The last refusal in the log because of other skills, by name. */
  const reportedRefusals = new Map<string, string>()
  const reportRefusal = (skill: string, refusal: string): void => {
    if (reportedRefusals.get(skill) === refusal) return
    reportedRefusals.set(skill, refusal)
    log.error(refusal, { skill })
  }

  /** The skills that are on and that the gates admit. */
  const admitted = async (): Promise<readonly LoadedSkill[]> => {
    const all = await onEach(await onEach(await known(), enteredOnce), approvedNow)
    const isOff = await offNow()
    const on = all.filter((skill) => !isOff(skill))
    return (await onEach(on, async (skill) => ((await releases.refusalOf(skill)) === undefined ? [skill] : []))).flat()
  }

  const list = async (): Promise<readonly LoadedSkill[]> => {
    const on = await admitted()
    const refused = relationRefusals(on, { all: await known(), on })
    for (const [skill, refusal] of refused) reportRefusal(skill, refusal)
    return onEach(
      on.filter(({ manifest: { name } }) => !refused.has(name)),
      composedNow,
    )
  }

  /** Why skills cannot run beside the others, by name. Looks at all skills at the first call, and only once. */
  const lookOnce = (): Beside => {
    let found: ReturnType<Beside> | undefined
    const look = async () => {
      const all = await known()
      return relationRefusals(all, { all, on: await admitted() })
    }
    return () => (found ??= look())
  }

  const currentOf = async (found: LoadedSkill, beside = lookOnce()): Promise<CurrentSkill> => {
    const skill = await entryOf(found)
    const isEnabled = !(await disabled()).has(skill.manifest.name)
    const refusal = (await releases.refusalOf(skill)) ?? (await relationRefusalOf(skill, isEnabled, beside))
    if (refusal !== undefined) return { skill, isEnabled, refusal }
    return { skill: await composedNow(skill), isEnabled }
  }

  /** A registered release with what it gets of the current releases of its parents or steps. */
  async function composedNow(own: LoadedSkill): Promise<LoadedSkill> {
    const composed = await composeFamily(own, async (name) => {
      const parent = await foundNow(name)
      return parent && entryOf(parent)
    })
    // Its relations allow it to run, so its parents and steps were here a moment ago.
    if (composed === undefined) throw new Error(`A parent or step of ${own.manifest.name} was removed meanwhile`)
    if (composed.mixin ?? composed.chain) await compositions.keep(composed)
    return composed
  }

  /** Most skills say nothing about others: then a search need not look at the others. */
  const relationRefusalOf = async ({ manifest }: LoadedSkill, isEnabled: boolean, beside: Beside) =>
    isEnabled && !isRelated(manifest) ? undefined : (await beside()).get(manifest.name)

  /** A release that may run. Undefined also for a composition, which is not stored as a release. */
  async function releaseOf(digest: string): Promise<LoadedSkill | undefined> {
    const before = await entered.get(digest)
    const found = before ? await approvedNow(before) : await releases.find(digest)
    if (found === undefined) return undefined
    return (await isHere(found)) && (await releases.refusalOf(found)) === undefined ? found : undefined
  }

  /** A release from which a skill may inherit: a disabled parent hands nothing down, also to a paused execution. */
  async function parentOf(digest: string): Promise<LoadedSkill | undefined> {
    const found = await releaseOf(digest)
    return found && (await offNow())(found) ? undefined : found
  }

  /** A release may not run after its skill was removed, or was installed from another source. */
  async function isHere(release: LoadedSkill): Promise<boolean> {
    const { name, provenance } = release.manifest
    if (provenance.source === projectSource(name)) return project.isListed(name)
    return release.isInstalled ? installed.isFrom(name, provenance.source) : true
  }

  return {
    list,
    async all() {
      const beside = lookOnce()
      const skills = await known()
      // First, because each that is entered makes the decisions be read again.
      await onEach(skills, enteredOnce)
      return onEach(skills, (skill) => currentOf(skill, beside))
    },
    refresh: () => {
      switches = undefined
      installed.recheck()
    },
    async current(name) {
      const found = await foundNow(name)
      return found && currentOf(found)
    },
    async byDigest(digest) {
      const found = await releaseOf(digest)
      if (found === undefined) return compositions.find(digest, { own: releaseOf, parent: parentOf })
      // A release with parents never runs without them, which could also have lowered its tier.
      const composed = await composeFamily(found, async (name, as) => {
        const relative = await foundNow(name)
        return relative && (as === 'parent' ? parentOf : releaseOf)((await enteredOnce(relative)).digest)
      })
      if (composed?.mixin ?? composed?.chain) await compositions.keep(composed)
      return composed
    },
    byCapability: async (capability) => (await list()).filter(({ manifest }) => manifest.capability === capability),
    async switchedOff(capability) {
      const able = (await known()).filter(({ manifest }) => manifest.capability === capability)
      return able.filter(await offNow())
    },
    async problems() {
      const skills = await known()
      await Promise.allSettled(skills.map(enteredOnce))
      const isOff = await offNow()
      const beside = lookOnce()
      const results = await Promise.allSettled(
        skills.map(async (skill) => {
          const entry = await entryOf(skill)
          return (
            (await releases.refusalOf(entry)) ??
            (isOff(entry) ? undefined : await relationRefusalOf(entry, true, beside))
          )
        }),
      )
      const refused = skills.flatMap((skill, at) => {
        const result = results[at]
        if (result?.status === 'rejected') {
          report(skill, result.reason)
          const message = `cannot be checked, and does not run: ${String(Object(result.reason).message)}`
          return [{ ...wholeSkill(skill), message, remedy: 'restart the app, so that it reads the files again' }]
        }
        const isOfProject = isProjectSource(skill.manifest.provenance.source)
        const remedy = `correct it, or remove it${isOfProject ? ' from the list of approved skills' : ''}`
        return result?.value === undefined ? [] : [{ ...wholeSkill(skill), message: result.value, remedy }]
      })
      return [...(await project.problems()), ...(await installed.problems()), ...refused]
    },
  }
}

/** Why each of `asked` cannot run beside those that are on. */
function relationRefusals(
  asked: readonly LoadedSkill[],
  { all, on }: { readonly all: readonly LoadedSkill[]; readonly on: readonly LoadedSkill[] },
): ReadonlyMap<string, string> {
  const onNames = new Set(on.map(({ manifest: { name } }) => name))
  const manifests = new Map(all.map(({ manifest }) => [manifest.name, manifest]))
  const names = asked.flatMap(({ manifest }) =>
    isRelated(manifest) || !onNames.has(manifest.name) ? [manifest.name] : [],
  )
  const problems = relationProblems(names, manifests, (name) => onNames.has(name))
  return new Map([...problems].map(([name, problem]) => [name, relationRefusal(name, problem)]))
}

async function readDecisions(
  { db, approvals }: Pick<RegistryPorts, 'db' | 'approvals'>,
  digests: readonly string[],
): Promise<Decisions> {
  const [disabled, approved] = await Promise.all([
    db.sql.$queryRaw<{ name: string }[]>`select name from enablements where not is_enabled`,
    approvals.read(db.sql, digests),
  ])
  return { off: new Set(disabled.map(({ name }) => name)), approved }
}
