import { posix } from 'node:path'
import { type DockerfileProblem, type Instruction, readDockerfile } from './dockerfile.ts'

/** The contents of a skill's image on top of the base: files below its folder, and a command. */
export type SkillLayout = {
  /** By absolute path. */
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly folders: readonly string[]
  readonly env: ReadonlyMap<string, string>
  readonly workdir: string
  readonly command: readonly string[]
}

type LayoutResult = { readonly ok: true; readonly layout: SkillLayout } | ({ readonly ok: false } & DockerfileProblem)

/**
 * The folder of all files of a skill. The rest of the file system, including the first process, comes from the base
 * image.
 */
export const skillFolder = '/skill'
const maxBytes = 20 * 1024 * 1024
const maxFiles = 1000
/** Long enough for any skill. (Engines treat file names that begin with `.wh.` as removals.) */
const maxPath = 200
const shownPath = 60

type Files = ReadonlyMap<string, Uint8Array>

export const dockerfileName = 'Dockerfile'

/** Lays out a skill with a Dockerfile. The same check refuses it when it is loaded, and makes its image. */
export function layOutSkill(files: Files): LayoutResult {
  const read = readDockerfile(Buffer.from(files.get(dockerfileName) ?? '').toString('utf8'))
  return read.ok ? layOut(read.instructions, files) : read
}

/** Lays out the files of a skill as in its Dockerfile. */
export function layOut(instructions: readonly Instruction[], own: Files): LayoutResult {
  const files = new Map<string, Uint8Array>()
  const folders = new Set([skillFolder])
  const env = new Map<string, string>()
  let workdir = skillFolder
  let command: readonly string[] = []
  let bytes = 0
  for (const instruction of instructions) {
    const refuse = (message: string, remedy: string) =>
      ({ ok: false, line: instruction.line, message, remedy }) as const
    const inside = (path: string) => {
      const resolved = posix.resolve(workdir, path)
      return resolved === skillFolder || resolved.startsWith(`${skillFolder}/`) ? resolved : undefined
    }
    switch (instruction.kind) {
      case 'env':
        for (const [name, value] of instruction.variables) env.set(name, value)
        break
      case 'cmd':
        command = instruction.command
        break
      case 'workdir': {
        const path = inside(instruction.path)
        if (path === undefined) return refuse(`works in ${instruction.path}`, `use a folder below ${skillFolder}`)
        for (const folder of [path, ...foldersOf(path)]) folders.add(folder)
        workdir = path
        break
      }
      case 'copy': {
        const to = inside(instruction.to)
        if (to === undefined) return refuse(`copies to ${instruction.to}`, `use a path below ${skillFolder}`)
        const isFolder = instruction.to.endsWith('/') || instruction.sources.length > 1 || folders.has(to)
        for (const source of instruction.sources) {
          const copied = filesOf(own, source, to, isFolder)
          if (copied.length === 0)
            return refuse(`copies ${source}, which does not exist`, "copy files of the skill's folder")
          const odd = copied.find(([path]) => path.length > maxPath || /\/\.wh\./.test(path))
          if (odd !== undefined) {
            const remedy = `keep paths to ${maxPath} characters, and use no names that begin with .wh.`
            return refuse(`creates the file ${odd[0].slice(0, shownPath)}`, remedy)
          }
          for (const [path, content] of copied) {
            files.set(path, content)
            bytes += content.length
            for (const folder of foldersOf(path)) folders.add(folder)
          }
          if (bytes > maxBytes || files.size > maxFiles) {
            return refuse(
              'copies too many files or bytes',
              `keep it below ${maxFiles} files and ${maxBytes / 1024 / 1024} MB`,
            )
          }
        }
        break
      }
    }
  }
  const both = [...files.keys()].find((path) => folders.has(path))
  if (both !== undefined) {
    return {
      ok: false,
      line: 1,
      message: `makes ${both} both a file and a folder`,
      remedy: 'copy one of them elsewhere',
    }
  }
  return { ok: true, layout: { files, folders: [...folders].sort(), env, workdir, command } }
}

/** Copies a file under its new name or into a folder, and a folder with all its contents. */
function filesOf(own: Files, source: string, to: string, isFolder: boolean): [string, Uint8Array][] {
  const from = posix.normalize(source).replace(/^\/+|\/+$/g, '')
  const file = own.get(from)
  if (file !== undefined) return [[isFolder ? posix.join(to, posix.basename(from)) : to, file]]
  const prefix = from === '.' || from === '' ? '' : `${from}/`
  return [...own].flatMap(([path, content]): [string, Uint8Array][] =>
    path.startsWith(prefix) ? [[posix.join(to, path.slice(prefix.length)), content]] : [],
  )
}

function foldersOf(path: string): string[] {
  const parent = posix.dirname(path)
  return parent === skillFolder || parent === '/' ? [] : [...foldersOf(parent), parent]
}
