import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Measurement, timesLines } from './measure.ts'
import { openDatabase } from './process/open-database.ts'
import { ascending } from './statistics.ts'

const root = join(import.meta.dirname, '..')
const rounds = 7
const greeter = 'greeter'

/** Starts each command as a person does, several times in turns. The database runs, as beside a running app. */
export async function commands(): Promise<Measurement[]> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await openDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'travel-bench-commands-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const run = createRun(folder, database.url)
  await writeFile(join(folder, 'travel.config.json'), '{}')
  const input = join(folder, 'input.json')
  await writeFile(input, JSON.stringify({ action: 'greet', params: { city: 'Lisbon' } }))
  await run(['create', greeter, '--in', folder])
  const skill = join(folder, greeter)
  const starts = {
    '--help': ['--help'],
    create: ['create', '--help'],
    check: ['check', skill],
    list: ['list'],
    inspect: ['inspect', 'flight-search'],
    why: ['why', 'flight-search'],
    run: ['run', skill, '--input', input],
    // Ends where the journal is read: there is no such execution.
    replay: ['replay', `exec_${'0'.repeat(22)}`],
  }
  const times = new Map(Object.keys(starts).map((name) => [name, [] as number[]]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, args] of Object.entries(starts)) {
      const started = performance.now()
      await run(args)
      // The first round fills the caches.
      if (round > 0) times.get(name)?.push(performance.now() - started)
    }
  }
  return [...times].flatMap(([of, each]) =>
    timesLines({ bench: 'commands', subject: `skill ${of}` }, each.sort(ascending)),
  )
}

const createRun =
  (folder: string, databaseUrl: string) =>
  async (args: readonly string[]): Promise<string> => {
    const ran = promisify(execFile)(process.execPath, [join(root, 'bin', 'travel.mjs'), 'skill', ...args], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        INIT_CWD: folder,
        DATABASE_URL: databaseUrl,
        TRAVEL_DATA_DIR: join(folder, 'data'),
        TRAVEL_CONFIG: join(folder, 'travel.config.json'),
        TRAVEL_CONTAINER_RUNTIME: 'off',
        LOG_LEVEL: 'silent',
      },
    })
    return (await ran.catch((error: { stdout?: string }) => error)).stdout ?? ''
  }
