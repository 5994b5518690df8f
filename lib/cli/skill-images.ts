import { join } from 'node:path'
import { Command } from 'commander'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { buildImages, type ImagesReport } from '#runner/runtimes/container/images/build-images.ts'
import { createImageEngine } from '#runner/runtimes/container/images/image-engine.ts'
import type { LoadedSkill } from '#runner/skill.ts'
import { readEnv } from '../env/env.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { createLogger } from '../log/logger.ts'
import { createProjectSkills } from '../registry/project-skills.ts'
import { CommandFailure } from './expected-failure.ts'
import { loadGivenSkill } from './given-skill.ts'
import { isPath } from './is-path.ts'
import { showProgress } from './show-progress.ts'

type ImagesOptions = { rebuild?: boolean }

/** Makes the container images of skills, so that an execution finds its own ready. */
export const createSkillImagesCommand = (): Command =>
  new Command('images')
    .description(
      'build the container images of skills, as far as they are not there; clean up what is not used any more',
    )
    .argument('[skills...]', 'names of installed skills or paths of folders; all that run in containers when left out')
    .option('--rebuild', 'make them anew, with the packages of today')
    .action(async (names: string[], { rebuild = false }: ImagesOptions) => {
      const projectDir = findProjectRoot()
      const controller = new AbortController()
      const interrupt = () => controller.abort()
      process.once('SIGINT', interrupt)
      const report = await buildImages(createImageEngine(), {
        projectDir,
        skills: await skillsNamed(names, projectDir),
        operatorBase: readEnv().baseImage,
        rebuild,
        keepOthers: names.length > 0,
        progress: showProgress(process.stdout),
        signal: controller.signal,
      }).catch((cause: unknown) => {
        throw controller.signal.aborted
          ? new CommandFailure('Interrupted: nothing is left half made.', { cause })
          : cause
      })
      process.off('SIGINT', interrupt)
      process.stdout.write(readable(report))
    })

async function skillsNamed(names: readonly string[], projectDir: string): Promise<LoadedSkill[]> {
  const source = createProjectSkills({
    skillsDir: join(projectDir, 'skills'),
    projectDir,
    cacheDir: join(readEnv().dataDir, 'cache', 'skills'),
    reload: false,
    log: createLogger({ level: 'silent' }),
  })
  if (names.length === 0) {
    const problems = await source.problems()
    if (problems.length > 0) throw new CommandFailure(problems.map(formatProblem).join('\n'))
    return (await source.list()).filter(({ manifest }) => manifest.runtimes.includes('container'))
  }
  const skills: LoadedSkill[] = []
  for (const name of names) {
    const skill = isPath(name) ? await loadGivenSkill(name, false) : await source.named(name)
    if (skill === undefined) throw new CommandFailure(`There is no skill ${name}: name one of skills/, or a folder.`)
    if (!skill.manifest.runtimes.includes('container')) {
      throw new CommandFailure(
        `${name} does not run in containers: its skill.yaml has runtimes: [${skill.manifest.runtimes}].`,
      )
    }
    skills.push(skill)
  }
  return skills
}

const megabyte = 1_000_000

function readable({ images, removed }: ImagesReport): string {
  const lines = images.map(({ tag, wasThere, bytes }) => {
    return `${tag}  ${Math.round(bytes / megabyte)} MB${wasThere ? '  up to date' : '  built'}\n`
  })
  return [...lines, ...removed.map((tag) => `${tag}  removed, nobody uses it\n`)].join('')
}
