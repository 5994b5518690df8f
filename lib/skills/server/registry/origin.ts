import { sha256 } from '#runner/core/hash.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { codeHashOf } from './release-files.ts'

/** The source of a release that comes from a skill folder of the project. */
export function projectSource(name: string): string {
  return `project:${name}`
}

/** The condition of a query for releases that are not of the project. */
export const isOfNoProject = { NOT: { source: { startsWith: projectSource('') } } } as const

export const isProjectSource = (source: string): boolean => source.startsWith(projectSource(''))

/**
 * The digest of an installed release. It covers tier and source beside everything that runs, because an approval is for
 * one digest: the same files from another source, or in another tier, need an approval of their own.
 */
const digestOf = (skill: Omit<LoadedSkill, 'approved' | 'digest'>): string => {
  const { source, digest } = skill.manifest.provenance
  return sha256(JSON.stringify([digest, codeHashOf(skill) ?? null, skill.tier, source]))
}

/** A skill that was loaded from a source, as its release. */
export const asInstalled = (skill: LoadedSkill): LoadedSkill => ({ ...skill, digest: digestOf(skill) })

/** Whether a release was stored by an installation, and neither its tier nor its source has changed since. */
export const isInstalledRelease = (skill: Omit<LoadedSkill, 'approved'>): boolean => digestOf(skill) === skill.digest
