import { join, resolve } from 'node:path'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import type { LoadedSkill } from '#runner/skill.ts'
import { readEnv } from '../env/env.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { CommandFailure } from './expected-failure.ts'
import { workingDir } from './working-dir.ts'

/** A folder that the command line was given: tier local, its secrets withheld unless they were allowed. */
export async function loadGivenSkill(folder: string, allowSecrets: boolean): Promise<LoadedSkill> {
  const cacheDir = join(readEnv().dataDir, 'cache', 'skills')
  const absolute = resolve(workingDir(), folder)
  const loaded = await loadSkillFolder(absolute, { tier: 'local', projectDir: findProjectRoot(), cacheDir })
  if (!loaded.ok) throw new CommandFailure(loaded.problems.map(formatProblem).join('\n'))
  const { skill } = loaded
  return allowSecrets ? skill : { ...skill, approved: { ...skill.approved, secrets: [] } }
}
