import type { JournalEntry } from '../contract/journal.ts'

export type JournalWriter = {
  /**
   * Resolves when the entry is durable. After a failed write, every later write fails too, so that the journal has no
   * gaps.
   */
  write(entry: JournalEntry): Promise<void>
  /** `write` for several entries, in one write. */
  writeAll(entries: readonly JournalEntry[]): Promise<void>
  /** Resolves when no write is in progress. */
  idle(): Promise<void>
}

/** Writes a journal as it grows. Entries that arrive during a write are batched into the next one. */
export function createJournalWriter(append: (entries: readonly JournalEntry[]) => Promise<void>): JournalWriter {
  let last: Promise<void> = Promise.resolve()
  let next: { readonly entries: JournalEntry[]; readonly written: Promise<void> } | undefined

  function openBatch() {
    const entries: JournalEntry[] = []
    const written = last.then(() => {
      next = undefined
      return append(entries)
    })
    last = written
    // Each caller of `write` gets the rejection; here it must not count as unhandled.
    last.catch(() => {})
    next = { entries, written }
    return next
  }

  function writeAll(entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return last
    const batch = next ?? openBatch()
    batch.entries.push(...entries)
    return batch.written
  }

  return {
    // Each caller of `write` already got the rejection.
    idle: () => last.catch(() => {}),
    write: (entry) => writeAll([entry]),
    writeAll,
  }
}
