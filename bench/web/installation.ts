import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { approvedSkillsFile } from '../../lib/skills/server/registry/listed-skills.ts'
import { copyInstallation } from '../../scripts/testing/copy-installation.ts'

/** A copy of a project skill under another name, as if written for another provider. */
export type CopiedSkill = {
  readonly of: string
  readonly name: string
  /** The texts to replace in the skill's files, besides the name. */
  readonly replace: Readonly<Record<string, string>>
}

const List = z.object({ approvedSkills: z.array(z.string()) })

/**
 * Creates an installation of the built app with an additional skill: adds the skill's folder and its line in the list
 * of approved skills. The app checks and bundles the skill like any other.
 */
export async function installWithSkill(folder: string, skill: CopiedSkill): Promise<string> {
  await copyInstallation(folder)
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
