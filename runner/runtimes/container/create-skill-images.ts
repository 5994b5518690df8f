import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadedSkill } from '../../core/skill.ts'
import type { EngineAddress } from './engine.ts'
import { scriptCommandOf } from './harnesses.ts'
import { readBaseInputs } from './images/base-inputs.ts'
import type { Progress } from './images/build-image.ts'
import { skillImageTag } from './images/labels.ts'

/** An image, and optionally a command that replaces the image's own. */
export type SkillImage = { readonly tag: string; readonly command?: readonly string[] }

/** Maps skills to images and builds missing ones. */
export type SkillImages = {
  /** The image of a skill. Its tag changes with every change of the skill or of the layers below it. */
  imageOf(skill: LoadedSkill): SkillImage
  /**
   * The image of the probe: the base image, which also contains the relay. It prints the findings of
   * `probe-inside.mjs`.
   */
  readonly probe: SkillImage
  /** Builds the image of a skill. If `build` is absent or rejects, the error says how the operator can do so. */
  build?(skill: LoadedSkill): Promise<void>
}

type SkillImagesOptions = {
  /** The absolute path of the project. */
  readonly projectDir: string
  readonly operatorBase: string | undefined
  readonly engine: EngineAddress
  /** Cancels builds in progress. */
  readonly signal: AbortSignal
}

/** Deadline for a build on demand. If the base image is missing too, the build takes minutes on a slow machine. */
const buildMs = 30 * 60_000

const silent: Progress = { step: (_, work) => work(), detail: () => {} }

/**
 * Images made from the project's sources. A missing image is built on demand: within seconds, if the base image exists.
 */
export async function createSkillImages(options: SkillImagesOptions): Promise<SkillImages> {
  const { projectDir, operatorBase } = options
  const probePath = join(projectDir, 'runner/runtimes/container/probe-inside.mjs')
  const [{ tag: baseTag }, probe] = await Promise.all([
    readBaseInputs({ projectDir, operatorBase }),
    readFile(probePath, 'utf8'),
  ])
  return {
    imageOf: (skill) => {
      const command = scriptCommandOf(skill)
      return command ? { tag: baseTag, command } : { tag: skillImageTag(skill, baseTag) }
    },
    probe: { tag: baseTag, command: ['node', '--input-type=module', '-e', probe] },
    async build(skill) {
      // Loaded on demand: rarely needed and slow to load.
      const [{ buildImages }, { createImageEngine }, { default: Docker }] = await Promise.all([
        import('./images/build-images.ts'),
        import('./images/image-engine.ts'),
        import('dockerode'),
      ])
      const { engine, signal } = options
      const docker = new Docker(
        engine.kind === 'socket'
          ? { socketPath: engine.path }
          : { protocol: 'http', host: engine.host, port: engine.port },
      )
      await buildImages(createImageEngine(docker), {
        projectDir,
        operatorBase,
        // A script has no image of its own: only the base is built.
        skills: scriptCommandOf(skill) ? [] : [skill],
        keepOthers: true,
        progress: silent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(buildMs)]),
      })
    },
  }
}
