import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { restoreTest } from '../lib/platform/server/backup/schedule/restore-test.ts'
import { linesOf, type Measurement } from './measure.ts'
import { ascending, median, percentile } from './statistics.ts'

export const passphrase = 'a passphrase of many words'

export type Load = {
  /** The name of a request in the table. */
  readonly of: string
  readonly size: number
  readonly databaseUrl: string
  /** A request begins each time, whether or not the ones before have ended. */
  readonly everyMs: number
  readonly request: (number: number) => Promise<unknown>
  /** Makes a backup that `passphrase` locks, and returns its file. */
  readonly backUp: () => Promise<string>
}

/**
 * Measures requests beside a backup and without one, in turns. Afterwards restores every backup.
 *
 * @param minutes A backup begins each minute. Absent: ten backups, and after each one as long without one.
 */
export async function besideBackups(load: Load, minutes?: number): Promise<Measurement[]> {
  const { of, size, databaseUrl, backUp } = load
  const next = numbers()
  await timesDuring(load, next, () => setTimeout(20 * load.everyMs))
  const files: string[] = []
  const [without, beside, written, restored]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let round = 0; round < Math.ceil(minutes ?? 10); round++) {
    const [times, backupMs] = await timesDuring(load, next, async () => files.push(await backUp()))
    beside.push(...times)
    written.push(backupMs)
    const restMs = minutes === undefined ? backupMs : Math.max(0, 60_000 - backupMs)
    without.push(...(await timesDuring(load, next, () => setTimeout(restMs)))[0])
  }
  for (const file of files) restored.push(await restoreMs(file, databaseUrl))

  const lines = (what: string, n: number, values: Readonly<Record<string, number>>) =>
    linesOf({ bench: 'backups', subject: 'quickjs', of: what, size }, n, values)
  const lateMs = 2 * median(without)
  const [alone, both] = [valuesOf(without, lateMs), valuesOf(beside, lateMs)]
  const ratios = { p50: both.p50 / alone.p50, p95: both.p95 / alone.p95, p99: both.p99 / alone.p99 }
  return [
    ...lines(`${of} without a backup`, without.length, alone),
    ...lines(`${of} beside a backup`, beside.length, both),
    ...lines(`${of}, beside ÷ without`, beside.length, ratios).map((line) => ({ ...line, unit: 'times' as const })),
    ...lines(`backup beside each ${of}`, written.length, { p50: median(written) }),
    ...lines(`restore after each ${of}`, restored.length, { p50: median(restored) }),
  ]
}

/** `late`: how many of 100 requests take longer than `lateMs`. */
function valuesOf(times: readonly number[], lateMs: number) {
  const sorted = times.toSorted(ascending)
  const [p50, p95, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.95), percentile(sorted, 0.99)]
  const late = (100 * sorted.filter((ms) => ms > lateMs).length) / sorted.length
  return { p50, p95, p99, slowest: sorted.at(-1) ?? 0, late }
}

async function restoreMs(file: string, databaseUrl: string): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'travel-bench-restored-'))
  try {
    return (await timed(() => restoreTest({ file, scratch, databaseUrl, secret: { passphrase } })))[1]
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function timed(work: () => Promise<unknown>): Promise<[unknown, number]> {
  const started = performance.now()
  const value = await work()
  return [value, performance.now() - started]
}

/** The times of the requests that begin during `work`, from when each was due, and the time of `work`. */
async function timesDuring(
  { everyMs, request }: Load,
  next: () => number,
  work: () => Promise<unknown>,
): Promise<[number[], number]> {
  const times: number[] = []
  const running: Promise<void>[] = []
  const started = performance.now()
  let isOver = false
  const working = timed(work).finally(() => {
    isOver = true
  })
  try {
    for (let due = started; !isOver; due += everyMs) {
      const early = due - performance.now()
      if (early > 0) await Promise.race([setTimeout(early), working])
      const one = request(next()).then(() => void times.push(performance.now() - due))
      one.catch(() => {})
      running.push(one)
    }
    const [, ms] = await working
    await Promise.all(running)
    return [times, ms]
  } finally {
    // After a failure too, the database stays until the last request has ended.
    await Promise.allSettled(running)
  }
}

function numbers(): () => number {
  let last = 0
  return () => last++
}
