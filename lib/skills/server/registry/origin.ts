import type { Json } from '#runner/contract/skill-io.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { codeHashOf } from './release-files.ts'

/** The source of a release that comes from a skill folder of the project. */
export function projectSource(name: string): string {
  return `project:${name}`
}

/** The conditions of a query for releases of the project, and for all others. */
const isOfProject = { source: { startsWith: projectSource('') } } as const
export const isOfNoProject = { NOT: isOfProject } as const

export const isProjectSource = (source: string): boolean => source.startsWith(projectSource(''))

/** The manifest as the database stores it: without undefined values, which JSON cannot represent. */
export const storedManifest = (manifest: LoadedSkill['manifest']): { [key: string]: Json } =>
  JSON.parse(JSON.stringify(manifest))

/** What the database stores of a release, except for the digest. */
type StoredRelease = {
  /** As stored, so that a field that a later version of the app adds does not change the digest. */
  readonly manifest: unknown
  readonly tier: LoadedSkill['tier']
  readonly programKind: LoadedSkill['program']['kind']
  readonly codeHash: string | null
}

/**
 * The digest of an installed release. It covers everything that decides what the release may do and when it asks, because
 * an approval is for one digest. The manifest contains the source and the digest of the files.
 */
export const installedDigest = ({ manifest, tier, programKind, codeHash }: StoredRelease): string =>
  sha256(JSON.stringify([manifest, tier, programKind, codeHash]))

/** A skill that was loaded from a source, as its release. */
export function asInstalled(skill: LoadedSkill): LoadedSkill {
  const manifest = storedManifest(skill.manifest)
  const { tier, program } = skill
  return {
    ...skill,
    digest: installedDigest({ manifest, tier, programKind: program.kind, codeHash: codeHashOf(skill) ?? null }),
  }
}
