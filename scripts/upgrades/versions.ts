import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../free-port.ts'
import { startProcess } from '../processes/start-process.ts'
import { root, StepError } from '../steps.ts'
import { withoutSettings } from '../testing/without-settings.ts'

const run = promisify(execFile)
const packages = 'node_modules'

/** The code of a commit, in a folder of its own until it is disposed of. */
export async function checkOut(commit: string): Promise<AsyncDisposable & { readonly folder: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'travel-version-'))
  const folder = join(parent, 'code')
  const git = (...args: string[]) => run('git', ['worktree', ...args], { cwd: root })
  await using opened = new AsyncDisposableStack()
  opened.defer(async () => {
    await git('remove', '--force', folder).catch(() => undefined)
    await rm(parent, { recursive: true, force: true })
  })
  await git('add', '--detach', folder, commit)
  const lockOf = (place: string) => readFile(join(place, 'package-lock.json'), 'utf8')
  // Otherwise its start installs its own packages.
  if ((await lockOf(root)) === (await lockOf(folder))) {
    await cp(join(root, packages), join(folder, packages), { recursive: true, verbatimSymlinks: true })
  }
  const stack = opened.move()
  return { folder, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

export type RunningVersion = AsyncDisposable & { readonly url: string; printed(): string }

/**
 * Installs, builds and starts the code in `folder` on a data folder and a database, with the one command of every
 * version.
 *
 * @throws StepError with the output if it does not start
 */
export async function startVersion(folder: string, dataDir: string, databaseUrl: string): Promise<RunningVersion> {
  const port = await findFreePort()
  const { child, signal } = startProcess(['scripts/up.mjs', '--port', String(port)], {
    folder,
    // The project's own: an earlier version refuses settings that it does not know.
    env: { ...absent(Object.keys(withoutSettings)), TRAVEL_DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
  })
  let output = ''
  const started = Promise.withResolvers<'started'>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('travel.aw is ready')) started.resolve('started')
    })
  }
  const ended = once(child, 'close')
  if ((await Promise.race([started.promise, ended])) !== 'started') {
    throw new StepError('The app ended before it was ready.', output)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    printed: () => output,
    async [Symbol.asyncDispose]() {
      signal('SIGTERM')
      await ended
    },
  }
}

/**
 * The line in which a version refuses the migrations of a newer one.
 *
 * @throws `error` if this is not why the version did not start
 */
export function refusalIn(error: unknown): string {
  const lines = error instanceof StepError ? error.output.split('\n') : []
  const refusal = lines.find((line) => line.includes('which this version of travel.aw'))
  if (refusal === undefined) throw error
  return refusal
}

const absent = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]))
