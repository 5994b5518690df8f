import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { sha256 } from '../../../core/hash.ts'
import { baseRepository } from '../../../manifest/dockerfile.ts'
import { digestOf } from '../../../manifest/read-folder.ts'
import type { ContextFile } from './context.ts'

const rootRepository = 'travel-skill-root'
/** Increased when the same inputs produce a different image. */
const recipeRevision = 1

/** All inputs of the base image. */
export type BaseInputs = {
  /** `travel-skill-base:` and the sha256 of all inputs. */
  readonly tag: string
  /** `travel-skill-root:` and the sha256 of the root's inputs, which rarely change and take long to build. */
  readonly rootTag: string
  /** The root's build context: setup.sh, the files that it reads, and the root's Dockerfile. */
  readonly setup: readonly ContextFile[]
  /** The build context on top of the root. */
  readonly context: readonly ContextFile[]
  /** The operator's own Debian image to build on. Absent: the pinned image, or Debian's packages. */
  readonly operatorBase: string | undefined
}

type BaseInputsOptions = {
  /** The project, with its `skills/base-image` and the Node of its `node_modules`. */
  readonly projectDir: string
  /** `TRAVEL_BASE_IMAGE`. */
  readonly operatorBase?: string | undefined
}

const setupFiles = ['setup.sh', 'packages.txt', 'init/travel-init.c']

/** Reads and bundles the inputs of the base image. */
export async function readBaseInputs({ projectDir, operatorBase }: BaseInputsOptions): Promise<BaseInputs> {
  const folder = join(projectDir, 'skills', 'base-image')
  const fileOf = async (path: string): Promise<FileContent> => ({
    path,
    content: await readFile(join(folder, path)),
  })
  const python = await Promise.all((await filesBelow(folder, ['python', 'python-start'])).map(fileOf))
  const setup = await Promise.all(setupFiles.map(fileOf))
  const [dockerfile, rootDockerfile] = await Promise.all([fileOf('Dockerfile'), fileOf('Dockerfile.root')])
  const harness = { path: 'harness.mjs', content: await bundleMain(projectDir, 'harness') }
  const relay = { path: 'relay.mjs', content: await bundleMain(projectDir, 'relay') }
  const node = await nodeOf(projectDir)

  const root = digest([...setup, rootDockerfile], [recipeRevision, process.arch, operatorBase ?? null])
  const base = digest([dockerfile, ...python, harness, relay], [root, node.version])
  return {
    tag: `${baseRepository}:${base}`,
    rootTag: `${rootRepository}:${root}`,
    setup: [...setup, { ...rootDockerfile, path: 'Dockerfile' }],
    context: [dockerfile, ...python, harness, relay, { path: 'node', source: node.path, executable: true }],
    operatorBase,
  }
}

type FileContent = { readonly path: string; readonly content: Uint8Array }

/** The sha256 (hex) of files and values. */
function digest(files: readonly FileContent[], values: readonly unknown[]): string {
  const content = digestOf(files.map(({ path, content }): [string, Uint8Array] => [path, content]))
  return sha256(content + JSON.stringify(values))
}

/** Python sources only, without an interpreter's caches. */
async function filesBelow(folder: string, names: readonly string[]): Promise<string[]> {
  const found = names.map((name) => readdir(join(folder, name), { recursive: true, withFileTypes: true }))
  return (await Promise.all(found))
    .flat()
    .filter((entry) => entry.isFile() && /\.(py|pth)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

/** The harness including the guest's scripts, or the relay, as one file. */
async function bundleMain(projectDir: string, name: 'harness' | 'relay'): Promise<Uint8Array> {
  const { build } = await import('esbuild')
  const built = await build({
    entryPoints: [join(projectDir, 'skills/base-image', name, 'main.ts')],
    absWorkingDir: projectDir,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    loader: { '.cjs': 'text' },
    legalComments: 'none',
    logLevel: 'silent',
    tsconfigRaw: '{}',
  })
  const [file] = built.outputFiles
  if (file === undefined) throw new Error(`The ${name} cannot be bundled`)
  return file.contents
}

/** The Node that the project pins, from the npm package `node`. */
async function nodeOf(projectDir: string): Promise<{ version: string; path: string }> {
  const folder = join(projectDir, 'node_modules', 'node')
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  return { version, path: join(folder, 'bin', 'node') }
}
