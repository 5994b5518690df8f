import { join } from 'node:path'
import { Command } from 'commander'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { readEnv } from '../env/env.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { createLogger } from '../log/logger.ts'
import { createProjectSkills } from '../registry/project-skills.ts'
import { CommandFailure } from './expected-failure.ts'

/** Checks and bundles every skill of the project, so that a start finds them ready and a broken one is known before. */
export const createSkillBuildCommand = (): Command =>
  new Command('build').description('check and bundle the skills of this project').action(async () => {
    const { dataDir } = readEnv()
    const projectDir = findProjectRoot()
    const skills = createProjectSkills({
      skillsDir: join(projectDir, 'skills'),
      projectDir,
      cacheDir: join(dataDir, 'cache', 'skills'),
      reload: false,
      log: createLogger({ level: 'silent' }),
    })
    for (const { manifest, digest } of await skills.list()) {
      process.stdout.write(`${manifest.name} ${manifest.version}  ${digest.slice(0, 12)}\n`)
    }
    const problems = await skills.problems()
    if (problems.length > 0) throw new CommandFailure(problems.map(formatProblem).join('\n'))
  })
