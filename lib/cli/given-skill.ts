import { statSync } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { notListed, readListedSkills } from '#lib/skills/server/registry/listed-skills.ts'
import { createProjectSkills, type ProjectSkills, skillFolders } from '#lib/skills/server/registry/project-skills.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { CommandFailure, remedyFor } from './expected-failure.ts'
import { workingDir } from './terminal.ts'

/** Whether the argument is a folder path: skill names contain no separators and no dots. */
export const isPath = (skill: string): boolean => /[/\\.]/.test(skill)

/** The error for an unknown skill name. Suggests the most similar known name, or lists all. */
export const unknownSkill = (name: string, known: readonly string[]): CommandFailure =>
  new CommandFailure(`Unknown skill ${name}: ${remedyFor(name, known)}`)

/** The same error, for a name without a folder in the project. A folder of this name may be meant. */
export const unknownFolder = async (name: string): Promise<CommandFailure> =>
  folderNamed(name) ?? unknownSkill(name, await skillFolders(join(findProjectRoot(), 'skills')))

/** The same error, for the name of a skill that the app does not have. */
export const notInstalled = async (name: string, skills: Listed): Promise<CommandFailure> =>
  unknownSkill(
    name,
    (await skills.list()).map(({ manifest }) => manifest.name),
  )

/** The same error, where the path of a folder can stand instead of a name. */
export const neitherInstalledNorFolder = async (name: string, skills: Listed): Promise<CommandFailure> =>
  folderNamed(name) ?? (await notInstalled(name, skills))

/** Undefined: there is no folder of this name. */
export function folderNamed(name: string): CommandFailure | undefined {
  if (!statSync(join(workingDir(), name), { throwIfNoEntry: false })?.isDirectory()) return undefined
  return new CommandFailure(`Unknown skill ${name}: write ./${name} to name the folder`)
}
type Listed = { list(): Promise<readonly Pick<LoadedSkill, 'manifest'>[]> }

/** The skills in the project's folder, without those of releases. */
export const projectSkills = (projectDir: string): ProjectSkills =>
  createProjectSkills({
    skillsDir: join(projectDir, 'skills'),
    projectDir,
    cacheDir: join(readEnv().dataDir, 'cache', 'skills'),
    reload: false,
    log: createLogger({ level: 'silent' }),
  })

/**
 * Loads the skill in a folder from the command line, with the tier `local`. Withholds its secrets unless `allowSecrets`
 * is set.
 */
export async function loadGivenSkill(folder: string, allowSecrets: boolean): Promise<LoadedSkill> {
  const skill = await loadOrExplain(resolve(workingDir(), folder))
  return allowSecrets ? skill : { ...skill, approved: { ...skill.approved, secrets: [] } }
}

/** The skill in the folder of this name beside another folder. */
export async function besideIt(folder: string, name: string, allowSecrets = false): Promise<LoadedSkill | undefined> {
  const parent = join(dirname(resolve(workingDir(), folder)), name)
  const isThere = await access(parent).then(
    () => true,
    () => false,
  )
  return isThere ? loadGivenSkill(parent, allowSecrets) : undefined
}

/** Throws a CommandFailure with the problems of a project skill. Does nothing if the name is unknown. */
export async function requireSoundSkill(name: string): Promise<void> {
  const skillsDir = join(findProjectRoot(), 'skills')
  const folder = join(skillsDir, name)
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  if (isThere) await loadOrExplain(folder)
  const problem = (await readListedSkills(skillsDir)).absent.get(name)
  if (problem !== undefined) throw new CommandFailure(formatProblem(problem))
}

async function loadOrExplain(folder: string): Promise<LoadedSkill> {
  const projectDir = findProjectRoot()
  await requireApproval(folder, join(projectDir, 'skills'))
  const cacheDir = join(readEnv().dataDir, 'cache', 'skills')
  const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir, cacheDir })
  if (!loaded.ok) throw new CommandFailure(loaded.problems.map(formatProblem).join('\n'))
  for (const warning of loaded.warnings) process.stderr.write(`Warning: ${formatProblem(warning)}\n`)
  return loaded.skill
}

/** A folder in the project's skills folder must be approved, even if the command names it by its path. */
async function requireApproval(folder: string, skillsDir: string): Promise<void> {
  const [real, among] = await Promise.all([folder, skillsDir].map((path) => realpath(path).catch(() => path)))
  if (real === undefined || among === undefined || dirname(real) !== among) return
  const { names, problems } = await readListedSkills(skillsDir)
  const name = basename(real)
  if (names.has(name)) return
  throw new CommandFailure([...problems, notListed(skillsDir, name)].map(formatProblem).join('\n'))
}
