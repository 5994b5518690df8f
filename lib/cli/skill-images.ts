import { join } from 'node:path'
import { Command } from 'commander'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { buildImages, type ImagesReport } from '#runner/runtimes/container/images/build-images.ts'
import { createImageEngine } from '#runner/runtimes/container/images/image-engine.ts'
import type { LoadedSkill } from '#runner/skill.ts'
import { readEnv } from '../env/env.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { createLogger } from '../log/logger.ts'
import { createProjectSkills, skillFolders } from '../registry/project-skills.ts'
import { CommandFailure } from './expected-failure.ts'
import { loadGivenSkill } from './given-skill.ts'
import { isPath } from './is-path.ts'
import { showProgress } from './show-progress.ts'
import { unknownSkill } from './unknown-skill.ts'

type ImagesOptions = { rebuild?: boolean }

/** Builds the container images of skills ahead of their first execution. */
export const createSkillImagesCommand = (): Command =>
  new Command('images')
    .description('build missing container images of skills and remove unused ones')
    .argument('[skills...]', 'names of installed skills or folder paths (default: all container skills)')
    .option('--rebuild', 'rebuild existing images with current packages')
    .action(async (names: string[], { rebuild = false }: ImagesOptions) => {
      const projectDir = findProjectRoot()
      const controller = new AbortController()
      const interrupt = () => controller.abort()
      process.once('SIGINT', interrupt)
      const { skills, isComplete } = await skillsNamed(names, projectDir)
      const report = await buildImages(createImageEngine(), {
        projectDir,
        skills,
        operatorBase: readEnv().baseImage,
        rebuild,
        keepOthers: !isComplete,
        progress: showProgress(process.stdout),
        signal: controller.signal,
      }).catch((cause: unknown) => {
        throw controller.signal.aborted
          ? new CommandFailure('Interrupted: no unfinished images are left.', { cause })
          : cause
      })
      process.off('SIGINT', interrupt)
      process.stdout.write(readable(report))
    })

/** `isComplete`: whether these are all container skills of the project. */
type Named = { readonly skills: readonly LoadedSkill[]; readonly isComplete: boolean }

async function skillsNamed(names: readonly string[], projectDir: string): Promise<Named> {
  const source = createProjectSkills({
    skillsDir: join(projectDir, 'skills'),
    projectDir,
    cacheDir: join(readEnv().dataDir, 'cache', 'skills'),
    reload: false,
    log: createLogger({ level: 'silent' }),
  })
  if (names.length === 0) {
    const problems = await source.problems()
    for (const problem of problems) process.stderr.write(`Left out: ${formatProblem(problem)}\n`)
    const skills = (await source.list()).filter(({ manifest }) => manifest.runtimes.includes('container'))
    return { skills, isComplete: problems.length === 0 }
  }
  const skills: LoadedSkill[] = []
  for (const name of names) {
    const skill = isPath(name) ? await loadGivenSkill(name, false) : await source.named(name)
    if (skill === undefined) throw unknownSkill(name, await skillFolders(join(projectDir, 'skills')))
    if (!skill.manifest.runtimes.includes('container')) {
      throw new CommandFailure(
        `${name} does not run in containers: its skill.yaml lists runtimes: [${skill.manifest.runtimes}].`,
      )
    }
    skills.push(skill)
  }
  return { skills, isComplete: false }
}

const megabyte = 1_000_000

function readable({ images, removed }: ImagesReport): string {
  const lines = images.map(({ tag, wasThere, bytes }) => {
    return `${tag}  ${Math.round(bytes / megabyte)} MB${wasThere ? '  up to date' : '  built'}\n`
  })
  return [...lines, ...removed.map((tag) => `${tag}  removed, unused\n`)].join('')
}
