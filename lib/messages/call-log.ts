import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallLogStore, Clock } from '#runner/ports.ts'

/**
 * The call log: one file of JSON lines for each day (UTC) in this folder, which only the operator's account can read.
 * Lines keep their order, and JSON escapes line breaks, so an entry cannot look like two.
 */
export function createCallLog(folder: string, clock: Pick<Clock, 'now'>): CallLogStore {
  let last: Promise<void> = Promise.resolve()

  async function append(entry: Parameters<CallLogStore>[0], { execution, skill, call }: Parameters<CallLogStore>[1]) {
    const at = new Date(clock.now()).toISOString()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const line = JSON.stringify({ at, call, execution, skill, entry })
    await appendFile(join(folder, `${at.slice(0, 10)}.jsonl`), `${line}\n`, { mode: 0o600 })
  }

  return (entry, of) => {
    const appended = last.then(() => append(entry, of))
    // A failed write must not block later entries.
    last = appended.catch(() => {})
    return appended
  }
}
