import type { SkillCheck } from '#gates/judge.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { InstalledSkill, SkillRelease } from '#lib/platform/server/db/generated/client.ts'
import { acceptedActions } from '#runner/contract/capabilities/capability-contracts.ts'
import type { Permissions } from '#runner/contract/manifest.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { composeFamily } from '#runner/manifest/compose-skill.ts'
import { CheckUnfinished } from '../gates/check-apart.ts'
import { refusalOf, unfinishedRefusal } from '../gates/release-gate.ts'
import type { Approvals } from '../registry/approvals.ts'
import type { InstalledSkills } from '../registry/installed-skills.ts'
import type { ProjectSkills } from '../registry/project-skills.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { parseSource, sourceText } from '../sources/parse-source.ts'
import { type BringPorts, type BringRequest, type Brought, bringRelease } from './bring-release.ts'
import {
  changedRules,
  type FileChanges,
  fileChanges,
  hashesOf,
  type Step,
  stepBetween,
  stillApproved,
  textsOf,
} from './changes.ts'
import { type Bring, findNeeded } from './find-needed.ts'
import { cannot, type Done, type InstallProblem } from './install-problem.ts'
import { type FindablePackages, packageProblems } from './python-packages.ts'

export type PlanPorts = BringPorts & {
  readonly db: DatabaseClient
  readonly releases: ReleaseStore
  readonly approvals: Pick<Approvals, 'publishersOf'>
  readonly project: Pick<ProjectSkills, 'list' | 'named' | 'isListed'>
  readonly installed: Pick<InstalledSkills, 'list'>
  readonly pythonPackages: () => Promise<FindablePackages>
}

/** A release as it would be installed. It is stored, checked by the gates, and not approved. */
export type PlannedSkill = Brought & {
  /** The skill with what it inherits. */
  readonly composed: LoadedSkill
  readonly check: SkillCheck
  /** sha256 (hex) by path. */
  readonly files: Readonly<Record<string, string>>
  /** What is installed now. Undefined: nothing is, or its files or its record are missing or changed. */
  readonly before: LoadedSkill | undefined
  /** The digest of the installed release, of which the files or the record may be missing or changed. */
  readonly replaces: string | undefined
  readonly step: Step
  readonly fileChanges: FileChanges
  /** What the approval would grant. */
  readonly permissions: Permissions
  /** What the installed release does not ask for, by itself or through a parent, as texts. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** False: only other skills of the plan need it. */
  readonly isRequested: boolean
  /** The operator returned from this release to the installed one. */
  readonly wasRolledBack: boolean
}

/** The skills to install, each after what it needs. Empty: everything is as it would be installed. */
export type InstallPlan = {
  readonly asked: string
  readonly skills: readonly PlannedSkill[]
  /** The skills that are here and stay, and that inherit from one of `skills`. */
  readonly children: readonly ChangedChild[]
}

/** What a change of its parents changes for a skill. */
export type ChangedChild = {
  readonly name: string
  /** What it then asks for through its parents, as texts. It does not get these before an approval of its own. */
  readonly added: readonly string[]
  /** What it can no longer do. */
  readonly removed: readonly string[]
  readonly lostActions: readonly string[]
  /** Set if the tier changes. */
  readonly tier?: LoadedSkill['tier']
}

type Skills = ReadonlyMap<string, LoadedSkill>

/** The skills that are here now, and those that are here after the installation. */
export type Universes = { readonly before: Skills; readonly after: Skills }

/**
 * Fetches a skill and what it needs, stores them as releases, and says what an approval would do. Executes nothing of
 * them. A plan that is not applied leaves releases that no one uses, which the app deletes later.
 *
 * @param isRequested false for the update of a skill that is here only because others need it
 */
export async function planInstall(
  ports: PlanPorts,
  request: BringRequest,
  isRequested = true,
): Promise<Done<InstallPlan>> {
  const { tier, signal, onStep } = request
  const bring: Bring = ({ source, name, version }) =>
    bringRelease(ports, { source, name, version, tier, signal, onStep })
  const found = await bringRelease(ports, request)
  if (!found.ok) return found
  const asked = found.value
  const before = await skillsHere(ports)
  const here = manifestsOf(before)
  const needed = await findNeeded(asked, { here, sources: ports.sources, bring, signal: request.signal })
  if (!needed.ok) return needed
  const universes = { before, after: withReleases(before, needed.value) }
  const planned: PlannedSkill[] = []
  for (const brought of needed.value) {
    onStep?.({ code: 'check', name: brought.skill.manifest.name })
    const one = await planRelease(ports, brought, { isRequested: isRequested && brought === asked, universes })
    if (!one.ok) return one
    if (one.value.before?.digest !== one.value.skill.digest) planned.push(one.value)
  }
  const children = await childrenOf(planned, universes)
  return { ok: true, value: { asked: asked.skill.manifest.name, skills: planned, children } }
}

/** The skills of the project and the installed ones, by name. */
export async function skillsHere({ project, installed }: Pick<PlanPorts, 'project' | 'installed'>): Promise<Skills> {
  const skills = [...(await project.list()), ...(await installed.list())]
  return new Map(skills.map((skill) => [skill.manifest.name, skill]))
}

export const manifestsOf = (skills: Skills) => new Map([...skills].map(([name, { manifest }]) => [name, manifest]))

export const withReleases = (here: Skills, brought: readonly Pick<Brought, 'skill'>[]): Skills =>
  new Map([...here, ...brought.map(({ skill }) => [skill.manifest.name, skill] as const)])

/** A skill with what it inherits. Without a parent, the relations of the skill refuse it. */
const composedIn = async (skill: LoadedSkill, among: Skills): Promise<LoadedSkill> =>
  (await composeFamily(skill, async (name) => among.get(name))) ?? skill

async function childrenOf(planned: readonly PlannedSkill[], { before, after }: Universes): Promise<ChangedChild[]> {
  const changed = new Set(planned.map(({ skill }) => skill.manifest.name))
  const children: ChangedChild[] = []
  for (const [name, skill] of before) {
    if (changed.has(name)) continue
    const [was, is] = [await composedIn(skill, before), await composedIn(skill, after)]
    if (was.digest === is.digest) continue
    const [had, has] = [textsOf(was.manifest.permissions), textsOf(is.manifest.permissions)]
    const [could, can] = [was, is].map(({ manifest }) => acceptedActions(manifest))
    children.push({
      name,
      added: has.filter((text) => !had.includes(text)),
      removed: had.filter((text) => !has.includes(text)),
      lostActions: (could ?? []).filter((action) => can?.includes(action) !== true),
      ...(was.tier !== is.tier && { tier: is.tier }),
    })
  }
  return children
}

/** What installing a release that is stored would change. */
export async function planRelease(
  ports: PlanPorts,
  brought: Brought,
  { isRequested, universes }: { readonly isRequested: boolean; readonly universes: Universes },
): Promise<Done<PlannedSkill>> {
  const { db, releases, project } = ports
  const { skill } = brought
  const { name, version } = skill.manifest
  const row = await db.installedSkill.findUnique({ where: { name }, include: { release: true } })
  const isOfProject = (await project.isListed(name)) || (await project.named(name)) !== undefined
  const conflict = isOfProject
    ? ({ code: 'of_project', name } as const)
    : row && (await conflictWith(ports, row, brought))
  if (conflict) return cannot(conflict)
  const check = await releases.checkOf(skill)
  const refusal = check instanceof CheckUnfinished ? unfinishedRefusal(name, check.message) : refusalOf(check)
  if (check instanceof CheckUnfinished || refusal !== undefined) {
    return cannot({ code: 'gates', name, refusal: refusal ?? '' })
  }
  const packages = await packageProblems(skill, ports.pythonPackages)
  if (packages === undefined) return cannot({ code: 'python_project', name })
  if (packages.missing.length > 0) return cannot({ code: 'python_packages', name, packages: packages.missing })
  if (packages.wrong.length > 0) return cannot({ code: 'python_versions', name, packages: packages.wrong })
  const found = row ? await releases.find(row.digest) : undefined
  // A record that was changed in the database must not decide where an update is from, nor what needs an approval.
  const isIntact = found?.isInstalled && found.manifest.provenance.source === row?.release.source
  const before = isIntact ? found : undefined
  const files = await hashesOf(skill)
  const composed = await composedIn(skill, universes.after)
  const asked = composed.manifest.permissions
  const askedBefore = before && (await composedIn(before, universes.before)).manifest.permissions
  const had = new Set(askedBefore ? textsOf(askedBefore) : [])
  const has = new Set(textsOf(asked))
  return {
    ok: true,
    value: {
      ...brought,
      composed,
      check,
      files,
      before,
      replaces: row?.digest,
      step: stepBetween(before?.manifest.version, version),
      fileChanges: fileChanges(before ? await hashesOf(before) : {}, files),
      permissions: stillApproved(asked, before && askedBefore && { asked: askedBefore, approved: before.approved }),
      added: [...has].filter((text) => !had.has(text)),
      removed: [...had].filter((text) => !has.has(text)),
      isRequested: isRequested || row?.isRequested === true,
      wasRolledBack: row?.previousDigest === skill.digest,
    },
  }
}

/**
 * Another source or another key could be somebody else, who took the name. The key of the first signed release counts
 * until the skill is removed, also after a return to a release without a signature.
 */
async function conflictWith(
  { db, approvals }: PlanPorts,
  { name, digest, release: installed }: InstalledSkill & { readonly release: SkillRelease },
  { skill, source, publisher, pinned }: Brought,
): Promise<InstallProblem | undefined> {
  if (placeOf(installed.source) !== placeOf(source)) {
    return { code: 'other_source', name, installed: installed.source, asked: source }
  }
  const pinnedHere = (await approvals.publishersOf(db, [name])).get(name)
  const key = pinned ?? publisher
  const isTheSame = skill.digest === digest && installed.publisher === (key ?? null)
  if (pinnedHere === undefined || pinnedHere === key || isTheSame) return undefined
  return { code: 'other_publisher', name, installed: pinnedHere, found: key ?? null }
}

/** A source without its branch, tag or range of versions, which an update may change. */
export function placeOf(source: string): string {
  const parsed = parseSource(source)
  if (!parsed.ok) return source
  const { spec } = parsed
  if (spec.kind === 'git') return sourceText({ ...spec, ref: undefined })
  return spec.kind === 'registry' ? sourceText({ ...spec, range: undefined }) : parsed.text
}

/**
 * Only a patch that asks for nothing new and changes no rule, in the same tier, needs no approval. A release that the
 * operator returned from needs one.
 */
export const needsApproval = ({ step, added, before, skill, wasRolledBack }: PlannedSkill): boolean =>
  step !== 'patch' ||
  added.length > 0 ||
  before?.tier !== skill.tier ||
  changedRules(before.manifest, skill.manifest).length > 0 ||
  wasRolledBack
