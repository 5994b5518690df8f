import { readFile, realpath } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { basename, extname, join, posix, sep } from 'node:path'
import type { Loader, Message, Plugin, PluginBuild } from 'esbuild'
import * as z from 'zod'
import { sha256 } from '../core/hash.ts'
import type { PackageFile } from '../core/skill.ts'
import type { SkillFiles } from './read-folder.ts'

const maxCodeBytes = 2 * 1024 * 1024
const entryName = 'skill-entry'
const skillNamespace = 'skill'
/** The extension of AJS files. */
const ajsEnd = '.ajs'
const loaders: Record<string, Loader> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.json': 'json',
}

export type Bundle = {
  /** An IIFE that assigns the entry's default export to `globalThis.__skill`, or a program in Python. */
  readonly code: string
  /** The source map as JSON, without the text of the sources. Empty: the code names the author's files itself. */
  readonly sourceMap: string
  readonly packageFiles: readonly PackageFile[]
  /** Files of the platform's SDK that are part of the code. */
  readonly sdkFiles: readonly PackageFile[]
}

/** An error in the code. `file` is a path inside the skill's folder. */
export type BundleProblem = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly remedy: string
}

export type BundleOptions = {
  readonly skill: SkillFiles
  /** A file of the skill, as the manifest names it. */
  readonly entry: string
  /** The folder with `runner/sdk` and with the `node_modules` whose packages any skill may bundle. */
  readonly projectDir: string
}
export type BundleResult = { ok: true; bundle: Bundle } | { ok: false; problems: readonly BundleProblem[] }

/**
 * Bundles a skill's entry and its imports into one script: its own files as read, `#runner/sdk`, and packages of its
 * own or the project's `node_modules`. Nothing else resolves.
 */
export async function bundleSkill(options: BundleOptions): Promise<BundleResult> {
  const { build } = await import('esbuild')
  const seen = { packages: new Map<string, string>(), sdk: new Map<string, string>() }
  const built = await build({
    stdin: { contents: await startOf(options), loader: 'js' },
    absWorkingDir: options.projectDir,
    bundle: true,
    write: false,
    // No file is written. The name is only for the source map.
    outfile: 'skill.js',
    sourcemap: 'external',
    sourcesContent: false,
    format: 'iife',
    platform: 'neutral',
    target: 'es2023',
    mainFields: ['module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'silent',
    // Ignores a tsconfig.json beside the skill, which could redirect imports.
    tsconfigRaw: '{}',
    plugins: [await resolveInside(options, seen)],
  }).catch((error: unknown) => {
    if (isBuildFailure(error)) return error.errors
    throw error
  })
  if (Array.isArray(built)) return { ok: false, problems: built.map((message) => problemOf(message, options.entry)) }
  const textOf = (end: string) => built.outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ''
  const code = textOf('.js')
  if (code.length > maxCodeBytes) {
    const message = `is larger than ${maxCodeBytes / 1024 / 1024} MB with its imports`
    const remedy = 'import less, or smaller packages'
    return { ok: false, problems: [{ file: options.entry, line: 1, column: 1, message, remedy }] }
  }
  return {
    ok: true,
    bundle: { code, sourceMap: textOf('.map'), packageFiles: sorted(seen.packages), sdkFiles: sorted(seen.sdk) },
  }
}

async function resolveInside(
  { skill, entry, projectDir }: BundleOptions,
  seen: { packages: Map<string, string>; sdk: Map<string, string> },
): Promise<Plugin> {
  const ownModules = join(skill.folder, 'node_modules') + sep
  const project = await realpath(projectDir)
  const projectModules = join(project, 'node_modules') + sep
  const sdk = join(project, 'runner', 'sdk') + sep
  const runner = join(project, 'runner') + sep

  /**
   * The files that passed resolution. esbuild does not call resolvers for imports by pattern: `require('../' + name)`.
   */
  const admitted = new Set<string>()
  const admit = (path: string) => {
    admitted.add(path)
    return { path }
  }
  /** Marks this plugin's own calls of esbuild's resolver, so that the plugin ignores them. */
  const asked = Symbol('asked')
  const resolvePackage = async (
    build: PluginBuild,
    specifier: string,
    kind: 'import-statement' | 'require-call' | 'dynamic-import',
    resolveDir: string,
  ): Promise<string | undefined> => {
    const found = await build.resolve(specifier, { kind, resolveDir, pluginData: asked })
    return found.errors.length > 0 || found.external || found.namespace !== 'file' ? undefined : found.path
  }

  return {
    name: 'resolve-inside-the-skill',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async ({ path, importer, namespace, kind, resolveDir, pluginData }) => {
        if (pluginData === asked) return undefined
        if (path === entryName && importer === '<stdin>') return { path: entry, namespace: skillNamespace }
        if (importer === '<stdin>') return admit(sdkPath(path, sdk) ?? path)
        const importKind = kind === 'require-call' || kind === 'dynamic-import' ? kind : 'import-statement'

        if (namespace === skillNamespace) {
          if (path.startsWith('.')) return ownFile(skill, posix.join(posix.dirname(importer), path), path)
          const sdkFile = sdkPath(path, sdk)
          if (sdkFile !== undefined) return admit(sdkFile)
          if (!isPackageName(path)) {
            return isBuiltin(path) ? missing(path) : refuse(`imports ${JSON.stringify(path)}`)
          }
          for (const from of [skill.folder, project]) {
            const found = await resolvePackage(build, path, importKind, from)
            if (found !== undefined && (found.startsWith(ownModules) || found.startsWith(projectModules)))
              return admit(found)
          }
          return missing(path)
        }

        // Imports of an SDK or package file must stay in the runner or in node_modules.
        const found = await resolvePackage(build, path, importKind, resolveDir)
        if (found === undefined) return missing(path)
        const allowed =
          importer.startsWith(runner) && !importer.startsWith(projectModules)
            ? [runner, projectModules]
            : [ownModules, projectModules]
        return allowed.some((folder) => found.startsWith(folder))
          ? admit(found)
          : refuse(`${path} is outside node_modules`)
      })

      build.onLoad({ filter: /.*/, namespace: skillNamespace }, ({ path }) => {
        const loader = loaders[extname(path)]
        const contents = skill.files.get(path)
        if (contents === undefined) return refuse(`${path} is not a file of the skill`)
        if (path.endsWith(ajsEnd)) return loadAjs(Buffer.from(contents).toString('utf8'), path)
        return loader === undefined ? refuse(`${path} is neither code nor JSON`) : { contents, loader }
      })
      build.onLoad({ filter: /.*/, namespace: 'file' }, async ({ path }) => {
        if (!admitted.has(path)) return refuse(`${basename(path)} is imported by a pattern`)
        const loader = loaders[extname(path)]
        if (loader === undefined) return refuse(`${path} is neither code nor JSON`)
        const contents = await readFile(path)
        const kind = path.startsWith(runner) ? seen.sdk : seen.packages
        kind.set(path, sha256(contents))
        return { contents, loader }
      })
    },
  }
}

/** The code that passes the entry to the runtime, for each style of entry. */
async function startOf({ entry, skill }: BundleOptions): Promise<string> {
  const imported = `import skill from '${entryName}'\n`
  // Loads the parser only here: it is native code, which most processes never need.
  const isHandler =
    basename(entry) === 'handler.js' && (await import('./legacy-handler.ts')).isLegacyHandler(entry, skill.files)
  if (isHandler) {
    return `${imported}import { skillOfHandler } from '#runner/sdk/legacy-handler.ts'\nglobalThis.__skill = skillOfHandler(skill)\n`
  }
  return entry.endsWith(ajsEnd)
    ? `${imported}import { skillOfFunction } from '#runner/sdk/ajs.ts'\nglobalThis.__skill = skillOfFunction(skill)\n`
    : `${imported}globalThis.__skill = skill\n`
}

async function loadAjs(source: string, path: string) {
  const { compileAjs } = await import('../ajs/compile-ajs.ts')
  const compiled = compileAjs(source, path)
  if (compiled.ok) {
    const map = Buffer.from(compiled.map).toString('base64')
    const contents = `${compiled.code}//# sourceMappingURL=data:application/json;base64,${map}\n`
    return { contents, loader: 'js' as const }
  }
  const file = `${skillNamespace}:${path}`
  return {
    errors: compiled.problems.map(({ line, column, message, remedy }) => ({
      text: message,
      location: { file, line, column: column - 1 },
      detail: { remedy },
    })),
  }
}

function ownFile(skill: SkillFiles, path: string, written: string) {
  if (path.startsWith('../')) return refuse(`${written} is outside the skill`)
  const candidates = [
    path,
    ...['.ts', '.js', '.mjs', '.ajs', '.json', '/index.ts', '/index.js'].map((end) => path + end),
  ]
  const found = candidates.find((candidate) => skill.files.has(candidate))
  return found === undefined ? missing(written) : { path: found, namespace: skillNamespace }
}

/** The path of `#runner/sdk/…`, or of `travel.aw/sdk`, its name for skills outside the project. */
function sdkPath(specifier: string, sdk: string): string | undefined {
  if (specifier === 'travel.aw/sdk') return `${sdk}index.ts`
  const [, file] = /^#runner\/sdk\/([a-z0-9-]+\.ts)$/.exec(specifier) ?? []
  return file === undefined ? undefined : sdk + file
}

function isPackageName(specifier: string): boolean {
  return /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(\/[\w@.-]+)*$/i.test(specifier) && !specifier.split('/').includes('..')
}

function missing(specifier: string) {
  if (!isBuiltin(specifier)) return refuse(`${specifier} was not found`)
  const remedy = 'a skill has only the language and its host functions: fetch, secrets, time, console'
  return refuse(`${specifier} is a Node built-in`, remedy)
}

const importRemedy = 'import files of the skill, #runner/sdk/index.ts, or a package of its node_modules'

/** esbuild passes `detail` through to the error message. */
function refuse(text: string, remedy = importRemedy) {
  return { errors: [{ text, detail: { remedy } }] }
}

const RefusalDetail = z.object({ remedy: z.string() })

function isBuildFailure(error: unknown): error is { errors: Message[] } {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors)
}

function problemOf({ text, location, detail }: Message, entry: string): BundleProblem {
  const inSkill = location?.file.startsWith(`${skillNamespace}:`) === true
  // The start code imports the default export, so an error in it means that the entry has none.
  if (location?.file === '<stdin>') {
    const remedy = 'export the function that runs: export default async function ({ action, params }) { … }'
    return { file: entry, line: 1, column: 1, message: 'has no default export', remedy }
  }
  const { remedy } = RefusalDetail.safeParse(detail).data ?? { remedy: 'correct the code here' }
  const where = location === null ? '' : `${location.file}: `
  return inSkill
    ? {
        file: location.file.slice(skillNamespace.length + 1),
        line: location.line,
        column: location.column + 1,
        message: text,
        remedy,
      }
    : { file: entry, line: 1, column: 1, message: `imports code that cannot be bundled: ${where}${text}`, remedy }
}

function sorted(files: ReadonlyMap<string, string>): PackageFile[] {
  return [...files].map(([path, sha256]) => ({ path, sha256 })).sort((a, b) => (a.path < b.path ? -1 : 1))
}
