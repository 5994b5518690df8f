import { appendFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from '#lib/platform/server/db/database-error.ts'
import { whenMissing } from '#lib/platform/server/files/file-errors.ts'
import type { CallLogStore, Clock } from '#runner/core/ports.ts'

/**
 * The call log: files of JSON lines for each day (UTC) in this folder, which only the operator's account can read.
 * Lines keep their order, and JSON escapes line breaks, so an entry cannot look like two.
 *
 * @param largestFile The day continues in another file before a file has more bytes: a backup holds a whole file in
 *   memory, and refuses a very large one.
 */
export function createCallLog(folder: string, clock: Pick<Clock, 'now'>, largestFile = 100_000_000): CallLogStore {
  let last: Promise<void> = Promise.resolve()

  async function append(entry: Parameters<CallLogStore>[0], { execution, skill, call }: Parameters<CallLogStore>[1]) {
    const at = new Date(clock.now()).toISOString()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const line = `${JSON.stringify({ at, call, execution, skill, entry })}\n`
    const path = await fileFor(at.slice(0, 10), Buffer.byteLength(line))
    await appendFile(path, line, { mode: 0o600 })
  }

  /** The last file of the day, or the next one if this many bytes do not fit. */
  async function fileFor(day: string, bytes: number): Promise<string> {
    const pathOf = (number: number) => join(folder, `${number === 1 ? day : `${day}-${number}`}.jsonl`)
    for (let number = 1; ; number += 1) {
      const size = await sizeOf(pathOf(number))
      const isLast = size === 0 || (await sizeOf(pathOf(number + 1))) === 0
      if (isLast && (size === 0 || size + bytes <= largestFile)) return pathOf(number)
    }
  }

  return (entry, of) => {
    const appended = last.then(() => append(entry, of))
    // A failed write must not block later entries.
    last = appended.catch(() => {})
    return appended
  }
}

/** The most bytes of all files. */
const largestTotal = 1_000_000_000
const fileName = /^(\d{4}-\d{2}-\d{2})(?:-(\d+))?\.jsonl$/

/** Deletes files of days before `oldest`, and the oldest ones while all have too many bytes. Returns their number. */
export async function boundCallLog(folder: string, oldest: Date, most = largestTotal): Promise<number> {
  const names = (await readdir(folder).catch(whenMissing<string[]>([]))).flatMap((name) => {
    const [, day, number = '1'] = fileName.exec(name) ?? []
    return day === undefined ? [] : [{ name, day, number: Number(number) }]
  })
  names.sort((a, b) => b.day.localeCompare(a.day) || b.number - a.number)
  const first = oldest.toISOString().slice(0, 10)
  let [bytes, deleted] = [0, 0]
  for (const { name, day } of names) {
    bytes += await sizeOf(join(folder, name))
    if (day >= first && bytes <= most) continue
    await rm(join(folder, name))
    deleted += 1
  }
  return deleted
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return 0
    throw error
  }
}
