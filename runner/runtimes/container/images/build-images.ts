import type { LoadedSkill } from '../../../core/skill.ts'
import { readBaseInputs } from './base-inputs.ts'
import { buildBaseImage, buildRootImage } from './build-base-image.ts'
import type { Progress } from './build-image.ts'
import { buildSkillImage } from './build-skill-image.ts'
import { createClaims } from './claims.ts'
import type { ImageEngine } from './image-engine.ts'
import { ImageError } from './image-error.ts'
import { isNamedRightly, skillImageTag } from './labels.ts'

export type ImagesOptions = {
  readonly projectDir: string
  /** The skills that run in containers. */
  readonly skills: readonly LoadedSkill[]
  readonly operatorBase?: string | undefined
  /** Rebuilds existing images, with current packages. */
  readonly rebuild?: boolean
  /** Keeps the images of other skills of this project. Default: images of skills outside `skills` are removed. */
  readonly keepOthers?: boolean
  readonly progress: Progress
  readonly signal: AbortSignal
}

export type ImageReport = {
  readonly tag: string
  /** Absent for the base image and its root. */
  readonly skill?: string
  readonly wasThere: boolean
  readonly bytes: number
}
export type ImagesReport = { readonly images: readonly ImageReport[]; readonly removed: readonly string[] }

/** Builds missing images, the base as well as those of the skills, and removes unused ones. */
export async function buildImages(engine: ImageEngine, options: ImagesOptions): Promise<ImagesReport> {
  const { projectDir, skills, operatorBase, rebuild = false, keepOthers = false, progress, signal } = options
  await engine.requireDocker()
  if (process.platform !== 'linux') {
    const remedy = 'run this on Linux, and set DOCKER_HOST to the engine'
    throw new ImageError(`Images are built on Linux, because the Node in them is the one installed here: ${remedy}.`)
  }
  const inputs = await readBaseInputs({ projectDir, operatorBase })
  const claims = await createClaims(engine, projectDir)

  const shared = { inputs, progress, signal }
  const images: ImageReport[] = []
  /** Ignores a tag on an image with another digest in its label. */
  const find = async (tag: string) => {
    const image = await engine.find(tag)
    return image && isNamedRightly(tag, image.config.Labels ?? {}) ? image : undefined
  }
  const ensure = async (tag: string, build: () => Promise<void>, skill?: string) => {
    const before = rebuild ? undefined : await find(tag)
    if (before === undefined) await build()
    const image = before ?? (await find(tag))
    if (image === undefined) throw new ImageError(`The engine does not have ${tag} after the build`)
    await claims.add(tag)
    images.push({ tag, ...(skill === undefined ? {} : { skill }), wasThere: before !== undefined, bytes: image.bytes })
    return image
  }

  await engine.removeAssembled()
  const needsRoot = rebuild || (await find(inputs.tag)) === undefined
  // An existing root is claimed too. Without a claim it would be removed, and the next base image would have to wait
  // for a new one.
  if (needsRoot || (await find(inputs.rootTag)) !== undefined) {
    await ensure(inputs.rootTag, () => buildRootImage(engine, shared))
  }
  const base = await ensure(inputs.tag, () => buildBaseImage(engine, shared))
  for (const skill of skills) {
    const tag = skillImageTag(skill, inputs.tag)
    const build = () => buildSkillImage(engine, { skill, tag, base, signal })
    await ensure(tag, () => progress.step(skill.manifest.name, build), skill.manifest.name)
  }
  const removed = keepOthers ? [] : await claims.keepOnly([inputs.rootTag, ...images.map(({ tag }) => tag)])
  return { images, removed }
}
