import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { debianCodename, mirrorOfMachine } from '#runner/runtimes/container/images/machine.ts'
import { findPythonModules } from '#runner/runtimes/python/interpreter-files.ts'
import { knownPythonModules } from '#runner/runtimes/python/known-modules.ts'
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

/** `npm run python:build`. `--mirror` replaces the machine's own mirror of Debian. */
await main(async () => {
  const { options } = readArguments({ mirror: 'text' })
  const known = knownPythonModules.find(({ source }) => source === 'npm run python:build')
  if (known === undefined || known.library === 'embedded') throw new TypeError('known-modules.ts lists no own build')
  if ((await findPythonModules(root)).includes(known)) {
    process.stdout.write(`${known.wasmFile} and ${known.library.zipFile} are up to date\n`)
    return 0
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new StepError('The pinned compiler runs on Linux on x86-64 only: build there, and copy dist/python here.')
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
    await step(`CPython ${known.version}`, () => build('interpreter'))
    await step('The standard library', () => build('library'))
    const files = [
      { from: join(work, 'python.wasm'), to: known.wasmFile, expected: known.wasmSha256 },
      { from: join(work, 'library.zip'), to: known.library.zipFile, expected: known.library.zipSha256 },
    ]
    const unknown: string[] = []
    for (const { from, to, expected } of files) {
      const digest = await digestOf(from)
      await mkdir(dirname(join(root, to)), { recursive: true })
      await copyFile(from, join(root, to))
      process.stdout.write(`${to}  ${digest}\n`)
      if (digest !== expected) unknown.push(`${to} should be ${expected}.`)
    }
    if (unknown.length === 0) return 0
    throw new StepError(
      [
        ...unknown,
        'The app only runs known builds. After a change of the build, list its digests in',
        'runner/runtimes/python/known-modules.ts.',
      ].join('\n'),
    )
  } finally {
    removeWork()
  }
})
