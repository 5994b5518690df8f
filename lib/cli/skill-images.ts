import { Command } from 'commander'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { oneLine } from '#runner/contract/hidden-text.ts'
import { container } from '#runner/contract/runtimes.ts'
import { printableJson } from '#runner/core/json-or-not.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import type { Progress } from '#runner/runtimes/container/images/build-image.ts'
import type { ImagesReport } from '#runner/runtimes/container/images/build-images.ts'
import { CommandFailure } from './expected-failure.ts'
import { isPath, loadGivenSkill, projectSkills, unknownFolder } from './given-skill.ts'
import { untilInterrupted } from './terminal.ts'

type ImagesOptions = { rebuild?: boolean; json?: boolean }

/** Builds the container images of skills ahead of their first execution. */
export const createSkillImagesCommand = (): Command =>
  new Command('images')
    .description('build missing container images of skills and remove unused ones')
    .argument('[skills...]', 'names of installed skills or folder paths (default: all container skills)')
    .option('--rebuild', 'rebuild existing images with current packages')
    .option('--json', 'print one line of JSON')
    .action(async (names: string[], { rebuild = false, json }: ImagesOptions) => {
      const projectDir = findProjectRoot()
      using interrupt = untilInterrupted()
      const { skills, isComplete } = await skillsNamed(names, projectDir)
      // Loaded here, so that help does not wait for the client of the engine.
      const [{ buildImages }, { createImageEngine }] = await Promise.all([
        import('#runner/runtimes/container/images/build-images.ts'),
        import('#runner/runtimes/container/images/image-engine.ts'),
      ])
      const report = await buildImages(createImageEngine(), {
        projectDir,
        skills,
        operatorBase: readEnv().baseImage,
        rebuild,
        keepOthers: !isComplete,
        progress: showProgress(json ? process.stderr : process.stdout),
        signal: interrupt.signal,
      }).catch((cause: unknown) => {
        throw interrupt.signal.aborted
          ? new CommandFailure('Interrupted: no unfinished images are left.', { cause })
          : cause
      })
      process.stdout.write(json ? `${printableJson(report, 0)}\n` : readable(report))
    })

/** `isComplete`: whether these are all container skills of the project. */
type Named = { readonly skills: readonly LoadedSkill[]; readonly isComplete: boolean }

async function skillsNamed(names: readonly string[], projectDir: string): Promise<Named> {
  const source = projectSkills(projectDir)
  if (names.length === 0) {
    const problems = await source.problems()
    for (const problem of problems) process.stderr.write(`Left out: ${formatProblem(problem)}\n`)
    const skills = (await source.list()).filter(({ manifest }) => manifest.runtimes.includes(container.name))
    return { skills, isComplete: problems.length === 0 }
  }
  const skills: LoadedSkill[] = []
  for (const name of names) {
    const skill = isPath(name) ? await loadGivenSkill(name, false) : await source.named(name)
    if (skill === undefined) throw await unknownFolder(name)
    if (!skill.manifest.runtimes.includes(container.name)) {
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

type Output = { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number }

const clearLine = '\r\u001b[K'
const narrow = 80

/** Prints each step on a line with its time. On a terminal, the label shows the current detail while the step runs. */
export function showProgress(output: Output): Progress {
  let label = ''
  return {
    step: async (text, work) => {
      const startedAt = performance.now()
      const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`
      label = `${text} …`
      output.write(label)
      const again = output.isTTY ? `${clearLine}${label}` : ''
      try {
        const result = await work()
        output.write(`${again} ${elapsed()}`)
        return result
      } catch (error) {
        output.write(`${again} failed after ${elapsed()}`)
        throw error
      }
    },
    detail: (text) => {
      if (!output.isTTY) return
      const room = Math.max(0, (output.columns ?? narrow) - label.length - 3)
      // The detail is output of the container engine or a program: one line without control characters.
      output.write(`${clearLine}${label} ${oneLine(text).slice(0, room)}`)
    },
  }
}
