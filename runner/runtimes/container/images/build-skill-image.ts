import { join } from 'node:path'
import { readSkillFiles } from '../../../manifest/read-folder.ts'
import type { LoadedSkill } from '../../../skill.ts'
import { buildImage } from './build-image.ts'
import { buildContext, type ContextFile } from './context.ts'
import { readDockerfile } from './dockerfile.ts'
import type { ImageEngine } from './image-engine.ts'
import { ImageError } from './image-error.ts'
import { imageLabels } from './labels.ts'

export type SkillImageBuild = {
  readonly skill: LoadedSkill
  readonly tag: string
  readonly baseTag: string
  readonly signal: AbortSignal
  readonly onLine: (line: string) => void
}

/** What runs a bundle. */
const bundlePath = 'bundle.js'
const bundleDockerfile = (baseTag: string) =>
  `FROM ${baseTag}\nCOPY ${bundlePath} /skill/\nCMD ["node", "/opt/travel/harness.mjs", "/skill/${bundlePath}"]\n`

/** Builds a skill's image on the base, without a network. */
export async function buildSkillImage(engine: ImageEngine, build: SkillImageBuild): Promise<void> {
  const { skill, tag, baseTag, signal, onLine } = build
  const files = await contextOf(skill, baseTag)
  const labels = imageLabels('skill', skill.manifest.name)
  await buildImage(engine, { context: buildContext(files), tag, labels, network: 'none', signal, onLine })
}

async function contextOf(skill: LoadedSkill, baseTag: string): Promise<ContextFile[]> {
  const { program, folder, digest, manifest } = skill
  switch (program.kind) {
    case 'prompt':
      throw new ImageError(`${manifest.name} is a prompt: it has nothing to run`)
    case 'bundle':
      return [
        { path: 'Dockerfile', content: bundleDockerfile(baseTag) },
        { path: bundlePath, content: program.code },
      ]
    case 'image': {
      const read = await readSkillFiles(folder)
      if (!read.ok)
        throw new ImageError(`${join(folder, read.problem.file)} ${read.problem.message}: ${read.problem.remedy}`)
      // The tag is of the digest that was loaded: nothing else may be built under it.
      if (read.skill.digest !== digest) throw new ImageError(`${folder} changed while its image was built: try again`)
      const dockerfile = readDockerfile(Buffer.from(read.skill.files.get('Dockerfile') ?? '').toString('utf8'), baseTag)
      if (!dockerfile.ok) {
        const { line, message, remedy } = dockerfile
        throw new ImageError(`${join(folder, 'Dockerfile')}:${line}:1 ${message} — ${remedy}`)
      }
      return [...read.skill.files].map(([path, content]) =>
        path === 'Dockerfile' ? { path, content: dockerfile.text } : { path, content },
      )
    }
  }
}
