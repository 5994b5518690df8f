import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AptSource } from './apt-sources.ts'
import { followEngine, type Progress } from './build-image.ts'
import type { ContextFile } from './context.ts'
import type { ImageEngine } from './image-engine.ts'
import { ImageError } from './image-error.ts'
import { imageLabels } from './labels.ts'
import type { Machine } from './machine.ts'
import { runProgram, streamProgram } from './run-program.ts'

type PackagesOptions = {
  readonly machine: Extract<Machine, { kind: 'debian' }>
  readonly setup: readonly ContextFile[]
  /** `repository:tag` of the result. */
  readonly tag: string
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** A folder on disk with enough space for a whole system. */
const workFolder = '/var/tmp'
const defaultKeyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
const inside = 'tmp/base-image'

/** Makes the root of the base image from Debian's packages, with the machine's own mirror. */
export async function rootFromPackages(engine: ImageEngine, options: PackagesOptions): Promise<void> {
  const { machine, setup, tag, progress, signal } = options
  const { suite, sources } = machine.mirror
  const [main] = sources
  const work = await mkdtemp(join(workFolder, 'travel-base-'))
  const root = join(work, 'root')
  const onLine = (line: string) => progress.detail(line.replace(/^[A-Z]: /, ''))
  try {
    await progress.step(`Debian ${suite} from ${main.uri}`, () => {
      const keyring = main.keyring === undefined ? [] : [`--keyring=${main.keyring}`]
      return runProgram(machine.debootstrap, ['--variant=minbase', ...keyring, suite, root, main.uri], {
        signal,
        onLine,
      })
    })
    await progress.step('Python, certificates and the first process', async () => {
      await writeSources(root, sources)
      for (const file of setup) await writeInside(root, file)
      await runProgram('chroot', [root, '/bin/sh', `/${inside}/setup.sh`], { signal, onLine })
      await runProgram('rm', ['-rf', join(root, inside)], { signal })
    })
    await progress.step('Packing', () => importRoot(engine, root, tag, signal))
  } finally {
    await removeTree(work)
  }
}

/** Writes the machine's own sources and copies their keyrings. */
async function writeSources(root: string, sources: readonly AptSource[]): Promise<void> {
  const lines: string[] = []
  for (const [index, { uri, suite, components, keyring = defaultKeyring }] of sources.entries()) {
    const copy = `${inside}/keyring-${index}${keyring.endsWith('.asc') ? '.asc' : '.gpg'}`
    await mkdir(dirname(join(root, copy)), { recursive: true })
    await copyFile(keyring, join(root, copy))
    const wanted = components.filter((component) => component === 'main')
    lines.push(`deb [signed-by=/${copy}] ${uri} ${suite} ${wanted.join(' ')}\n`)
  }
  await writeFile(join(root, 'etc/apt/sources.list'), lines.join(''))
}

async function writeInside(root: string, file: ContextFile): Promise<void> {
  if (!('content' in file)) throw new TypeError(`${file.path} has no content`)
  const path = join(root, inside, file.path)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, file.content)
}

async function importRoot(engine: ImageEngine, root: string, tag: string, signal: AbortSignal): Promise<void> {
  const { output, ended } = streamProgram('tar', ['-C', root, '--exclude=./dev', '--numeric-owner', '-c', '.'], {
    signal,
  })
  const answer = await engine.import(output, tag, imageLabels('root', tag), signal)
  await Promise.all([ended, followEngine(answer, 'The engine rejected the packages', { signal, onLine: () => {} })])
}

/** Unmounts leftovers of a killed program first, so that the removal cannot enter the machine's own files. */
async function removeTree(work: string): Promise<void> {
  const signal = new AbortController().signal
  for (const mount of ['proc', 'sys']) {
    await runProgram('umount', ['-l', join(work, 'root', mount)], { signal }).catch(() => {})
  }
  await runProgram('rm', ['-rf', '--one-file-system', work], { signal }).catch((cause: unknown) => {
    throw new ImageError(`${work} could not be removed: remove it by hand`, { cause })
  })
}
