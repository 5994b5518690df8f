import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ScriptLanguage } from '../../../contract/script-language.ts'
import type { LoadedSkill } from '../../../core/skill.ts'
import { readSkillFiles } from '../../../manifest/read-folder.ts'
import { dockerfileName, layOutSkill, type SkillLayout, skillFolder } from '../../../manifest/skill-layout.ts'
import { firstProcess, nobody } from '../create-options.ts'
import { fileCommandOf } from '../harnesses.ts'
import { buildContext, type ContextFile } from './context.ts'
import type { ImageDescription, ImageEngine } from './image-engine.ts'
import { type Assembly, ImageConfig } from './image-engine.ts'
import { ImageError } from './image-error.ts'
import { imageLabels } from './labels.ts'

type CheckedImage = {
  readonly base: ImageDescription
  readonly made: ImageDescription
  /** The requested configuration. */
  readonly config: Assembly['config']
  /** Changed files as reported by the engine, as absolute paths. */
  readonly changes: readonly string[]
}

/** The differences between an image and the request; empty: there are none. */
function problemsOf({ base, made, config, changes }: CheckedImage): string[] {
  const outside = changes.filter((path) => path !== skillFolder && !path.startsWith(`${skillFolder}/`))
  const expected = normal(config)
  const found = normal(made.config)
  const differing = keys.filter((key) => !isDeepStrictEqual(found[key], expected[key]))
  return [
    ...outside.map((path) => `it changes ${path}`),
    ...differing.map((key) => `its ${key} is ${JSON.stringify(found[key])}, not ${JSON.stringify(expected[key])}`),
    ...(isOneLayerOn(base.layers, made.layers) ? [] : ['it is not one layer on the base image']),
  ]
}

const keys = Object.keys(ImageConfig.shape)

/** Drops empty values, and the order of variables. */
function normal(config: Partial<ImageConfig>): Record<string, unknown> {
  const sorted = { ...config, ...(config.Env ? { Env: [...config.Env].sort() } : {}) }
  return Object.fromEntries(Object.entries(sorted).map(([key, value]) => [key, isEmpty(value) ? undefined : value]))
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  )
}

function isOneLayerOn(base: readonly string[], layers: readonly string[]): boolean {
  return base.length > 0 && layers.length === base.length + 1 && base.every((layer, at) => layer === layers[at])
}

type SkillImageBuild = {
  readonly skill: LoadedSkill
  readonly tag: string
  readonly base: ImageDescription
  readonly signal: AbortSignal
}

const bundlePaths: Readonly<Record<ScriptLanguage, string>> = {
  javascript: `${skillFolder}/bundle.js`,
  python: `${skillFolder}/bundle.py`,
}
/** Deadline for adding some megabytes of files to an existing image. */
const assembleMs = 120_000

/**
 * Makes a skill's image: the base, and one layer with the skill's files. No code of the skill runs, and the engine
 * reads the skill's bytes only as file contents. An image that differs from the request is discarded.
 */
export async function buildSkillImage(engine: ImageEngine, build: SkillImageBuild): Promise<void> {
  const { skill, tag, base } = build
  const layout = await layoutOf(skill)
  const config = {
    User: nobody,
    Entrypoint: [firstProcess],
    Cmd: [...layout.command],
    Env: withOwn(base.config.Env ?? [], layout.env),
    WorkingDir: layout.workdir,
    Labels: { ...base.config.Labels, ...imageLabels('skill', tag, skill.manifest.name) },
  }
  const signal = AbortSignal.any([build.signal, AbortSignal.timeout(assembleMs)])
  const changes = await engine.assemble({
    ...{ base: base.id, name: tag, config, signal },
    archive: buildContext(archiveOf(layout)),
  })
  const made = await engine.find(tag)
  const problems = made === undefined ? ['it does not exist'] : problemsOf({ base, made, config, changes })
  if (problems.length === 0) return
  await engine.removeName(tag)
  throw new ImageError(
    `The engine made an image of ${skill.manifest.name} that differs from the request: ${problems.join('; ')}`,
  )
}

async function layoutOf(skill: LoadedSkill): Promise<SkillLayout> {
  const { program, folder, manifest } = skill
  switch (program.kind) {
    case 'prompt':
    case 'steps':
      throw new ImageError(`${manifest.name} has no program of its own to run`)
    case 'bundle': {
      if (skill.isScript) throw new ImageError(`${manifest.name} runs in the base image: it has no image of its own`)
      const bundlePath = bundlePaths[program.language]
      return {
        files: new Map([[bundlePath, Buffer.from(program.code)]]),
        folders: [skillFolder],
        env: new Map(),
        workdir: skillFolder,
        command: [...fileCommandOf(program.language), bundlePath],
      }
    }
    case 'image': {
      const read = await readSkillFiles(folder)
      if (!read.ok)
        throw new ImageError(`${join(folder, read.problem.file)} ${read.problem.message}: ${read.problem.remedy}`)
      // The tag contains the digest of the loaded skill, so other files must not be built under it.
      if (read.skill.digest !== manifest.provenance.digest)
        throw new ImageError(`${folder} changed while its image was built: try again`)
      const result = layOutSkill(read.skill.files)
      if (result.ok) return result.layout
      const { line, message, remedy } = result
      throw new ImageError(`${join(folder, dockerfileName)}:${line}:1 ${message} — ${remedy}`)
    }
  }
}

function withOwn(base: readonly string[], own: ReadonlyMap<string, string>): string[] {
  const others = base.filter((variable) => !own.has(variable.split('=', 1).join('')))
  return [...others, ...[...own].map(([name, value]) => `${name}=${value}`)]
}

/** Folders first. Files that look like programs are executable; none has a set-user or set-group bit. */
function archiveOf({ files, folders }: SkillLayout): ContextFile[] {
  return [
    ...folders.map((path): ContextFile => ({ path: path.slice(1), isFolder: true })),
    ...[...files].map(
      ([path, content]): ContextFile => ({ path: path.slice(1), content, executable: isProgram(content) }),
    ),
  ]
}

function isProgram(content: Uint8Array): boolean {
  const begin = Buffer.from(content.subarray(0, 4)).toString('latin1')
  return begin.startsWith('#!') || begin === '\x7fELF'
}
