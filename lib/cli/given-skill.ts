import { access, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import type { LoadedSkill } from '#runner/skill.ts'
import { readEnv } from '../env/env.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { notApproved, readApprovedSkills } from '../registry/approved-skills.ts'
import { CommandFailure } from './expected-failure.ts'
import { workingDir } from './working-dir.ts'

/**
 * Loads the skill in a folder from the command line, with the tier `local`. Withholds its secrets unless `allowSecrets`
 * is set.
 */
export async function loadGivenSkill(folder: string, allowSecrets: boolean): Promise<LoadedSkill> {
  const skill = await loadOrExplain(resolve(workingDir(), folder))
  return allowSecrets ? skill : { ...skill, approved: { ...skill.approved, secrets: [] } }
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
  const problem = (await readApprovedSkills(skillsDir)).absent.get(name)
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
  const { names, problems } = await readApprovedSkills(skillsDir)
  const name = basename(real)
  if (names.has(name)) return
  throw new CommandFailure([...problems, notApproved(skillsDir, name)].map(formatProblem).join('\n'))
}
