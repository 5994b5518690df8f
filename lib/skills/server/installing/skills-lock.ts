import * as z from 'zod'
import type { SkillCheck } from '#gates/judge.ts'
import { opinionRuleId } from '#gates/rule-ids.ts'
import { engineVersion } from '#gates/rule-texts.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { replaceFile, textIfPresent } from '#lib/platform/server/files/replace-file.ts'
import { Permissions, SkillName, Tier } from '#runner/contract/manifest.ts'
import { canonicalJson } from '#runner/core/canonical-json.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { nothing } from '#runner/policy/effective-permissions.ts'
import { CheckUnfinished } from '../gates/check-apart.ts'
import type { Approvals } from '../registry/approvals.ts'
import type { InstalledSkills } from '../registry/installed-skills.ts'
import { needsOf } from '../registry/relations.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { Sha256Digest } from '../sources/agent-skills-index.ts'
import { hashesOf } from './changes.ts'

/** The name of the lock file, which lies beside the configuration. */
export const lockFileName = 'skills.lock'

const LockedSkill = z.strictObject({
  version: z.string(),
  source: z.string().max(1024),
  ref: z.string().optional(),
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/, 'must be a commit of 40 hex digits')
    .optional(),
  /** Over the paths and contents of all files. */
  digest: Sha256Digest,
  files: z.record(z.string(), Sha256Digest),
  tier: Tier,
  /** The permissions that the operator approved. */
  approved: Permissions,
  /** `opinion`: the language model that was asked, and what it said. */
  verdict: z.strictObject({ verdict: z.string(), engine: z.int(), opinion: z.string().optional() }),
  /** The key that signed the release. */
  publisher: z.strictObject({ key: z.string() }).optional(),
  unsigned: z.literal(true).optional(),
  /** The key that updates need, if another one or none signed this release: a release that it replaced has its signature. */
  pinned: z.strictObject({ key: z.string() }).optional(),
  /** The skills that need it. Empty for one that only a person asked for. */
  requiredBy: z.array(SkillName),
  isRequested: z.boolean(),
})
export type LockedSkill = z.infer<typeof LockedSkill>

/** What is installed, so that another machine can install exactly the same. */
export const SkillsLock = z.strictObject({ version: z.literal(1), skills: z.record(SkillName, LockedSkill) })
export type SkillsLock = z.infer<typeof SkillsLock>

export type LockPorts = {
  readonly db: DatabaseClient
  readonly approvals: Approvals
  readonly releases: Pick<ReleaseStore, 'checkOf'>
  readonly installed: Pick<InstalledSkills, 'list'>
}

/** The verdict as the lock records it, also with an opinion that is unknown: an installation from the lock asks again. */
export function verdictOf(check: SkillCheck | CheckUnfinished): LockedSkill['verdict'] {
  if (check instanceof CheckUnfinished) return { verdict: 'unfinished', engine: engineVersion }
  const opinion = check.findings.find(({ rule }) => rule === opinionRuleId)?.excerpt
  return { verdict: check.verdict, engine: engineVersion, ...(opinion !== undefined && { opinion }) }
}

/** The lock of the installed skills. Skills whose files are missing or changed are in `missing` instead. */
export async function lockOf({ db, approvals, releases, installed }: LockPorts): Promise<{
  readonly lock: SkillsLock
  readonly missing: readonly string[]
}> {
  const rows = await db.installedSkill.findMany({ include: { release: true }, orderBy: { name: 'asc' } })
  const found = new Map((await installed.list()).map((skill) => [skill.digest, skill]))
  const approved = await approvals.read(db, [...found.keys()])
  const pins = await approvals.publishersOf(
    db,
    rows.map(({ name }) => name),
  )
  const neededBy = new Map<string, string[]>()
  for (const { name, digest } of rows) {
    for (const other of needsOf(found.get(digest)?.manifest))
      neededBy.set(other, [...(neededBy.get(other) ?? []), name])
  }
  const skills: Record<string, LockedSkill> = {}
  const locked = await Promise.all(
    rows.map(async ({ name, digest, isRequested, release: { source, ref, commit, publisher } }) => {
      const skill = found.get(digest)
      if (skill === undefined) return undefined
      const check = await releases.checkOf(skill)
      const { version, provenance } = skill.manifest
      const pinned = pins.get(name)
      return {
        version,
        source,
        ...(ref !== null && { ref }),
        ...(commit !== null && { commit }),
        digest: `sha256:${provenance.digest}`,
        files: await digestsOf(skill),
        tier: skill.tier,
        approved: approved.get(digest) ?? nothing,
        verdict: verdictOf(check),
        ...(publisher === null ? { unsigned: true as const } : { publisher: { key: publisher } }),
        ...(pinned !== undefined && pinned !== publisher && { pinned: { key: pinned } }),
        requiredBy: neededBy.get(skill.manifest.name) ?? [],
        isRequested,
      }
    }),
  )
  const missing: string[] = []
  for (const [at, { name }] of rows.entries()) {
    const one = locked[at]
    if (one === undefined) missing.push(name)
    else skills[name] = one
  }
  return { lock: { version: 1, skills }, missing }
}

/** The hashes of the files of a release as the lock has them. */
async function digestsOf(skill: LoadedSkill): Promise<Record<string, string>> {
  return Object.fromEntries(Object.entries(await hashesOf(skill)).map(([path, hash]) => [path, `sha256:${hash}`]))
}

/** Equal locks have equal texts, whatever the order of their keys. */
function lockText(lock: SkillsLock): string {
  return `${JSON.stringify(JSON.parse(canonicalJson(lock)), null, 2)}\n`
}

/** `undefined`: there is no lock. */
export async function readLock(file: string): Promise<SkillsLock | { readonly problem: string } | undefined> {
  const text = await textIfPresent(file)
  if (text === undefined) return undefined
  const parsed = SkillsLock.safeParse(jsonOrNot(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return { problem: `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'is not a lock'}` }
}

/** The names in a lock file, which the operator's configuration may restrict. None if it cannot be read. */
export async function lockedNames(file: string): Promise<string[]> {
  const lock = await readLock(file).catch(() => undefined)
  return lock === undefined || 'problem' in lock ? [] : Object.keys(lock.skills)
}

/** Replaces the lock as a whole, so that no reader finds half of it. */
export const writeLock = (file: string, lock: SkillsLock): Promise<void> => replaceFile(file, lockText(lock))
