import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { copyFile, mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { debianCodename, mirrorOfMachine } from '#runner/runtimes/container/images/machine.ts'
import { recipeDigest } from '#runner/runtimes/python/build/recipe.ts'
import { pythonModule } from '#runner/runtimes/python/python-module.ts'
import { readArguments } from './arguments.ts'
import { main, root, runCommand, StepError, step } from './steps.ts'

/** A folder on disk with enough space. Its path has no space, as make and configure split their settings at spaces. */
const workFolder = '/var/tmp'
const downloads = join(root, 'node_modules/.cache/python-packages')
const script = join(root, 'runner/runtimes/python/build/build.sh')

const findMirror = async (): Promise<string> => {
  const codename = await debianCodename()
  const mirror = codename === undefined ? undefined : await mirrorOfMachine('/', codename)
  if (mirror !== undefined) return mirror.sources[0].uri
  throw new StepError(
    "/etc/apt names no mirror of Debian: pass one with --mirror URL, where URL/pool holds Debian's files.",
  )
}

const digestOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

/**
 * `npm run python:build`: makes the module that the project has, from its recipe. `--mirror` replaces the machine's own
 * mirror of Debian.
 */
await main(async () => {
  const { options } = readArguments({ mirror: 'text' })
  const { version, wasmFile, wasmSha256, zipFile, zipSha256, recipeSha256 } = pythonModule
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new StepError('The pinned compiler runs on Linux on x86-64 only.')
  }
  const mirror = (options.mirror ?? (await findMirror())).replace(/\/+$/, '')

  const work = await mkdtemp(join(workFolder, 'travel-python-'))
  const removeWork = () => rmSync(work, { recursive: true, force: true, maxRetries: 20 })
  // A signal ends the compilers too, as they are in the same process group.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      removeWork()
      process.exit(1)
    })
  }
  const build = (phase: string) => runCommand(script, [phase], { WORK: work, PACKAGES: downloads, MIRROR: mirror })
  try {
    await step(`Debian's packages from ${mirror}`, () => build('packages'))
    await step('zlib, bzip2 and SQLite', () => build('libraries'))
    await step(`CPython ${version}`, () => build('interpreter'))
    await step('The standard library', () => build('library'))
    const files = [
      { from: join(work, 'python.wasm'), to: wasmFile, expected: wasmSha256 },
      { from: join(work, 'library.zip'), to: zipFile, expected: zipSha256 },
    ]
    const recipe = await recipeDigest()
    process.stdout.write(`The recipe  ${recipe}\n`)
    let isKnown = recipe === recipeSha256
    for (const { from, to, expected } of files) {
      const digest = await digestOf(from)
      await copyFile(from, join(root, to))
      process.stdout.write(`${to}  ${digest}\n`)
      isKnown &&= digest === expected
    }
    if (isKnown) return 0
    throw new StepError('The digests differ from those in runner/runtimes/python/python-module.ts: list these there.')
  } finally {
    removeWork()
  }
})
