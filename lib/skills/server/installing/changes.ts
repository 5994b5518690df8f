import { createHash } from 'node:crypto'
import diff from 'semver/functions/diff.js'
import gt from 'semver/functions/gt.js'
import type { Permissions, SkillManifest } from '#runner/contract/manifest.ts'
import { canonicalJson } from '#runner/core/canonical-json.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { readSkillFiles } from '#runner/manifest/read-folder.ts'
import { askedOf, grantedIn, keep, listed } from '#runner/policy/policy-sets.ts'

/** How a version follows the installed one, by semantic versioning. */
export type Step = 'new' | 'same' | 'patch' | 'minor' | 'major' | 'lower'

export function stepBetween(before: string | undefined, version: string): Step {
  if (before === undefined) return 'new'
  if (!gt(version, before)) return version === before ? 'same' : 'lower'
  const step = diff(before, version)
  // A prerelease promises nothing.
  return step === 'patch' || step === 'minor' ? step : 'major'
}

/** The permissions as stable texts, such as `network.egress api.example.com`. A method without a host is none. */
export const textsOf = (permissions: Permissions): string[] => grantedIn(permissions).map(askedOf)

/**
 * What an update would approve: what the new release asks for, without what the operator revoked from the installed
 * one.
 */
export function stillApproved(asked: Permissions, before: { asked: Permissions; approved: Permissions } | undefined) {
  if (before === undefined) return asked
  const hadAsked = listed(before.asked)
  const hadApproved = listed(before.approved)
  return keep(asked, (kind, item) => !hadAsked(kind, item) || hadApproved(kind, item))
}

/** The files that an update adds, removes and changes, in order of their paths. */
export type FileChanges = {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

type Hashes = Readonly<Record<string, string>>

export function fileChanges(before: Hashes, after: Hashes): FileChanges {
  const isIn = (hashes: Hashes, path: string) => Object.hasOwn(hashes, path)
  const paths = Object.keys(after)
  return {
    added: paths.filter((path) => !isIn(before, path)),
    removed: Object.keys(before).filter((path) => !isIn(after, path)),
    changed: paths.filter((path) => isIn(before, path) && before[path] !== after[path]),
  }
}

/** The fields beside the permissions that decide who may use a skill, for what, where, and with whose confirmation. */
const ruleFields = [
  'actions',
  'capability',
  'confirmation',
  'credentials',
  'effects',
  'kind',
  'limits',
  'policy',
  'provider',
  'rate',
  'risk_level',
  'runtimes',
  'steps',
  'trust',
] as const satisfies readonly (keyof SkillManifest)[]

/** The names of the rules that an update changes. */
export function changedRules(before: SkillManifest, after: SkillManifest): (typeof ruleFields)[number][] {
  const textOf = (value: unknown): string => canonicalJson(JSON.parse(JSON.stringify([value])))
  return ruleFields.filter((field) => textOf(before[field]) !== textOf(after[field]))
}

/** The hashes of the files of a release, by path. */
export async function hashesOf({ folder }: Pick<LoadedSkill, 'folder'>): Promise<Readonly<Record<string, string>>> {
  const read = await readSkillFiles(folder)
  if (!read.ok) return {}
  return Object.fromEntries(
    [...read.skill.files].map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')]),
  )
}
