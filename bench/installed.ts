import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { readEnv } from '../lib/platform/server/env/env.ts'
import { createRun } from './commands.ts'
import { installSkills } from './installed/install-skills.ts'
import { type Measurement, timesLines } from './measure.ts'
import { openDatabase } from './process/open-database.ts'
import { ascending } from './statistics.ts'

/** How many skills are installed beside those of the project. */
const fewAndMany = [8, 1000]
const starts = 3

const Started = z.object({
  startMs: z.number(),
  times: z.record(z.string(), z.array(z.number())),
  early: z.number(),
  late: z.number(),
})

/** Starts the app and lists its skills with few and with many skills installed. */
export async function installed(sizes: readonly number[] = fewAndMany): Promise<Measurement[]> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await openDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'travel-bench-installed-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const variables = {
    DATABASE_URL: database.url,
    TRAVEL_DATA_DIR: join(folder, 'data'),
    TRAVEL_CONFIG: join(folder, 'travel.config.json'),
    TRAVEL_CONTAINER_RUNTIME: 'off',
    LOG_LEVEL: 'silent',
  }
  await writeFile(variables.TRAVEL_CONFIG, '{}')
  const run = createRun(folder, database.url)
  const lines: Measurement[] = []
  let before = 0
  for (const size of sizes) {
    await installSkills(readEnv(variables), before, size)
    before = size
    // The first start of each size fills the caches.
    await start(variables)
    const started: z.infer<typeof Started>[] = []
    const commands: number[] = []
    for (let round = 0; round < starts; round += 1) {
      started.push(await start(variables))
      const begun = performance.now()
      await run(['list'])
      commands.push(performance.now() - begun)
    }
    const one = { bench: 'installed', subject: 'quickjs', size }
    const sorted = (times: readonly number[]) => [...times].sort(ascending)
    lines.push(
      ...timesLines({ ...one, of: 'start of the app' }, sorted(started.map(({ startMs }) => startMs))),
      ...timesLines({ ...one, of: 'skill list, the command' }, sorted(commands)),
    )
    for (const of of Object.keys(started[0]?.times ?? {})) {
      const all = started.flatMap(({ times }) => times[of] ?? [])
      lines.push(...timesLines({ ...one, of }, sorted(all)))
    }
    for (const [of, key] of [
      ['memory after 10 rounds of lists', 'early'],
      ['memory after 30 rounds of lists', 'late'],
    ] as const) {
      const middle = sorted(started.map((each) => each[key]))[Math.floor(starts / 2)] ?? 0
      lines.push({ ...one, of, metric: 'size', value: middle, unit: 'bytes', n: starts })
    }
  }
  return lines
}

async function start(variables: Readonly<Record<string, string>>): Promise<z.infer<typeof Started>> {
  const program = join(import.meta.dirname, 'installed', 'start-app.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program], {
    env: { ...process.env, ...variables },
    maxBuffer: 64 * 1024 * 1024,
  })
  return Started.parse(JSON.parse(stdout))
}
