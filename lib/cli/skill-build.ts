import { join } from 'node:path'
import { Command } from 'commander'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { createQuickJsRuntime } from '#runner/runtimes/quickjs/create-quickjs-runtime.ts'
import { quickJsPaths } from '#runner/runtimes/quickjs/paths.ts'
import { readEnv } from '../env/env.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { createLogger } from '../log/logger.ts'
import { createPlaces } from '../places/places.ts'
import { createTimeOffsets } from '../places/time-offsets.ts'
import { createProjectSkills } from '../registry/project-skills.ts'
import { runExamples } from '../skills/run-examples.ts'
import { CommandFailure } from './expected-failure.ts'

/**
 * Checks and bundles every skill of the project, so that a start finds them ready and a broken one is known before, and
 * runs those for the embedded runtime on their examples.
 */
export const createSkillBuildCommand = (): Command =>
  new Command('build')
    .description('check and bundle the skills of this project, and run their examples')
    .action(async () => {
      const { dataDir } = readEnv()
      const projectDir = findProjectRoot()
      const log = createLogger({ level: 'silent' })
      const skills = createProjectSkills({
        skillsDir: join(projectDir, 'skills'),
        projectDir,
        cacheDir: join(dataDir, 'cache', 'skills'),
        reload: false,
        log,
      })
      await using runtime = await createQuickJsRuntime({ ...quickJsPaths(projectDir), log, workers: 1 })
      const timeOffsets = createTimeOffsets(createPlaces())
      const problems = (await skills.problems()).map(formatProblem)
      for (const skill of await skills.list()) {
        const { manifest, digest, program } = skill
        const isEmbedded = program.kind === 'bundle' && manifest.runtimes.includes('quickjs')
        const examples = isEmbedded ? await runExamples(skill, { runtime, timeOffsets }) : { ran: 0, problems: [] }
        const shown = examples.ran === 0 ? '' : `  ${examples.ran} ${examples.ran === 1 ? 'example' : 'examples'}`
        process.stdout.write(`${manifest.name} ${manifest.version}  ${digest.slice(0, 12)}${shown}\n`)
        problems.push(...examples.problems.map(({ file, message }) => `${join(skill.folder, file)}: ${message}`))
      }
      if (problems.length > 0) throw new CommandFailure(problems.join('\n'))
    })
