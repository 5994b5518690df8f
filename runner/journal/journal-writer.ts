import type { JournalEntry } from '../contract/journal.ts'

export type JournalWriter = {
  /** Resolves when the entry is durable. Once one is not, none that comes later is: the journal has no holes. */
  write(entry: JournalEntry): Promise<void>
  /** Resolves when nothing is being written. */
  idle(): Promise<void>
}

/** Writes a journal as it grows: what comes while one write is under way goes together with the next. */
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
    // Whoever wrote an entry hears of it; the chain itself has nobody.
    last.catch(() => {})
    next = { entries, written }
    return next
  }

  return {
    // Whoever wrote an entry heard of it.
    idle: () => last.catch(() => {}),
    write(entry) {
      const batch = next ?? openBatch()
      batch.entries.push(entry)
      return batch.written
    },
  }
}
