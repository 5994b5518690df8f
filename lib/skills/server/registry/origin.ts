import type { Tier } from '#runner/contract/manifest.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { codeHashOf, type KeptRelease } from './release-files.ts'

/** The source of a release that comes from a skill folder of the project. */
export function projectSource(name: string): string {
  return `project:${name}`
}

export const isProjectSource = (source: string): boolean => source.startsWith(projectSource(''))

type Installed = Pick<KeptRelease, 'filesDigest' | 'codeHash'> & { readonly tier: Tier; readonly source: string }

/**
 * The digest of an installed release. It covers tier and source beside everything that runs, because an approval is for
 * one digest: the same files from another source, or in another tier, need an approval of their own.
 */
export const installedDigest = ({ filesDigest, codeHash, tier, source }: Installed): string =>
  sha256(JSON.stringify([filesDigest, codeHash ?? null, tier, source]))

/** A skill that was loaded from a source, as its release. No permission is approved yet. */
export function asInstalled(skill: LoadedSkill): LoadedSkill {
  const { tier, manifest } = skill
  const { source, digest: filesDigest } = manifest.provenance
  return { ...skill, digest: installedDigest({ filesDigest, codeHash: codeHashOf(skill), tier, source }) }
}
