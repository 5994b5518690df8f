import { createHash } from 'node:crypto'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { readSkillFiles } from '#runner/manifest/read-folder.ts'

/** The hashes of the files of a release, by path. */
export async function hashesOf({ folder }: Pick<LoadedSkill, 'folder'>): Promise<Readonly<Record<string, string>>> {
  const read = await readSkillFiles(folder)
  if (!read.ok) return {}
  return Object.fromEntries(
    [...read.skill.files].map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')]),
  )
}
