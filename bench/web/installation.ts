import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { findProjectRoot } from '../../lib/env/project-root.ts'
import { approvedSkillsFile } from '../../lib/registry/approved-skills.ts'

/** A skill of the project under another name, as if someone had written it for one more provider. */
export type CopiedSkill = {
  readonly of: string
  readonly name: string
  /** What to replace in its files, besides the name. */
  readonly replace: Readonly<Record<string, string>>
}

const List = z.object({ approvedSkills: z.array(z.string()) })

/** The app loads skills, and what they import, only from real folders of its installation. */
const copied = ['skills', 'runner']

/**
 * An installation of the built app with one more skill: its folder, and its line on the list of approved skills. All else
 * is the project's. The app checks and bundles the skill as any other.
 */
export async function installWithSkill(folder: string, skill: CopiedSkill): Promise<string> {
  const root = findProjectRoot()
  await mkdir(folder)
  for (const entry of await readdir(root)) {
    // A developer's own settings and data, and Git's folder, stay out.
    if (entry.startsWith('.') && entry !== '.next') continue
    if (copied.includes(entry)) await cp(join(root, entry), join(folder, entry), { recursive: true })
    else await symlink(join(root, entry), join(folder, entry))
  }
  const skillsDir = join(folder, 'skills')
  await copySkill(skillsDir, skill)
  const list = join(skillsDir, approvedSkillsFile)
  const { approvedSkills } = List.parse(JSON.parse(await readFile(list, 'utf8')))
  await writeFile(list, JSON.stringify({ approvedSkills: [...approvedSkills, skill.name] }))
  return folder
}

async function copySkill(skillsDir: string, { of, name, replace }: CopiedSkill): Promise<void> {
  const folder = join(skillsDir, name)
  await cp(join(skillsDir, of), folder, { recursive: true })
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    let text = await readFile(file, 'utf8')
    for (const [old, other] of Object.entries({ [of]: name, ...replace })) text = text.replaceAll(old, other)
    await writeFile(file, text)
  }
}
