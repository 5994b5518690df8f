import { LogArgs } from '../contract/host-calls.ts'
import type { JournalEntry } from '../contract/journal.ts'
import type { Json } from '../contract/skill-io.ts'
import type { EgressSession } from '../egress/session.ts'
import { redactLogLines } from '../journal/redact-log-lines.ts'
import { consoleLogOperation } from '../operations/console-log.ts'

/** The log lines of a journal, which hide what is split across them. */
export type JournalLines = {
  /** The guest prints a line of an earlier leg again. */
  repeated(seq: number, args: Json): void
  /** The journal with its lines redacted together. `isOpen`: more lines may follow. */
  shown(options: { readonly isOpen: boolean }): JournalEntry[]
}

type Ports = {
  /** The journal so far, by `seq`, with each line redacted by itself. */
  readonly entries: () => readonly JournalEntry[]
  /** The entries of earlier legs, as they are stored. */
  readonly past: readonly JournalEntry[]
  readonly redact: EgressSession['redact']
}

/**
 * The stored lines of an earlier leg lack the part of a secret with which they ended. A resumed guest prints them again,
 * so the rest of the secret is found in this leg.
 */
export function createJournalLines({ entries, past, redact }: Ports): JournalLines {
  const ofPast = past.filter((entry) => textOf(entry) !== undefined)
  const stored = new Map(ofPast.map((entry) => [entry.seq, entry]))
  const again = new Map<number, JournalEntry>()
  /** Undefined: not decided for all lines so far. */
  let restored: ReadonlyMap<number, JournalEntry> | undefined

  /** None, if the values to hide are others than before: what was hidden stays hidden. */
  function restore(): ReadonlyMap<number, JournalEntry> {
    const isAsStored = (entry: JournalEntry, at: number) => textOf(entry) === textOf(ofPast[at])
    const printed = ofPast.map((entry) => again.get(entry.seq) ?? entry)
    if (printed.every(isAsStored)) return again
    return redactLogLines(printed, redact, { isOpen: true }).every(isAsStored) ? again : new Map()
  }

  return {
    repeated(seq, args) {
      const entry = stored.get(seq)
      if (entry === undefined) return
      again.set(seq, { ...entry, args: consoleLogOperation.shown(args, redact) })
      restored = undefined
    },
    shown(options) {
      restored ??= restore()
      const lines = restored
      const all = entries()
      return redactLogLines(lines.size === 0 ? all : all.map((entry) => lines.get(entry.seq) ?? entry), redact, options)
    },
  }
}

/** Undefined: not a line, or one that is too long for the journal. */
export function textOf(entry: JournalEntry | undefined): string | undefined {
  return entry?.op === 'console.log' ? LogArgs.safeParse(entry.args).data?.text : undefined
}
