import { appendFile, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from '#lib/platform/server/db/database-error.ts'
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

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return 0
    throw error
  }
}
