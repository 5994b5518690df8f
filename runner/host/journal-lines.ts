import type { JournalEntry } from '../contract/journal.ts'
import { LogArgs } from '../contract/operations/console.ts'
import type { Json } from '../contract/skill-io.ts'
import type { EgressSession } from '../egress/session.ts'
import { consoleOperations } from '../operations/console.ts'
import type { Redactor } from '../redact/redact.ts'
import { runInSlices } from '../slices/run-in-slices.ts'

/** The log lines of a journal. Redacts secrets that are split across lines. */
type JournalLines = {
  /** Called when the guest prints a line of an earlier leg again. */
  repeated(seq: number, args: Json): void
  /** The journal with its lines redacted together. `isOpen`: more lines may follow. */
  shown(options: { readonly isOpen: boolean }): Promise<JournalEntry[]>
}

type Ports = {
  /** The journal so far, by `seq`, with each line redacted by itself. */
  readonly entries: () => readonly JournalEntry[]
  /** The entries of earlier legs, as they are stored. */
  readonly past: readonly JournalEntry[]
  readonly redact: EgressSession['redact']
}

/**
 * If the stored lines of an earlier leg ended with a part of a secret, that part is redacted. A resumed guest prints
 * the lines again in full, so that this leg can find the whole secret.
 */
export function createJournalLines({ entries, past, redact }: Ports): JournalLines {
  const ofPast = past.filter((entry) => textOf(entry) !== undefined)
  const stored = new Map(ofPast.map((entry) => [entry.seq, entry]))
  const again = new Map<number, JournalEntry>()
  /** The lines of earlier legs to restore. Undefined: must be computed again. */
  let restored: Promise<ReadonlyMap<number, JournalEntry>> | undefined

  /** Restores nothing if the secret values have changed since, so that redacted text stays redacted. */
  async function restore(): Promise<ReadonlyMap<number, JournalEntry>> {
    const isAsStored = (entry: JournalEntry, at: number) => textOf(entry) === textOf(ofPast[at])
    // The guest may print further lines while these are checked.
    const checked = new Map(again)
    const printed = ofPast.map((entry) => checked.get(entry.seq) ?? entry)
    if (printed.every(isAsStored)) return checked
    const redacted = await redactLogLines(printed, redact, { isOpen: true })
    return redacted.every(isAsStored) ? checked : new Map()
  }

  return {
    repeated(seq, args) {
      const entry = stored.get(seq)
      if (entry === undefined) return
      again.set(seq, { ...entry, args: consoleOperations['console.log'].shown(args, redact) })
      restored = undefined
    },
    async shown(options) {
      restored ??= restore()
      const lines = await restored
      const all = entries()
      return redactLogLines(lines.size === 0 ? all : all.map((entry) => lines.get(entry.seq) ?? entry), redact, options)
    },
  }
}

/** Undefined: the entry is not a log line, or its line is too long for the journal. */
export function textOf(entry: JournalEntry | undefined): string | undefined {
  return entry?.op === 'console.log' ? LogArgs.safeParse(entry.args).data?.text : undefined
}

/**
 * Redacts the log lines of a journal together, because a value may be split across them. Returns entries without
 * redactions unchanged. Skips lines of which the journal holds only a hash because of their length. `isOpen`: more
 * lines may follow.
 */
async function redactLogLines(
  journal: readonly JournalEntry[],
  redact: Pick<Redactor, 'lines' | 'openLines'>,
  { isOpen }: { readonly isOpen: boolean },
): Promise<JournalEntry[]> {
  const lines = journal.flatMap((entry) => {
    const args = entry.op === 'console.log' ? LogArgs.safeParse(entry.args).data : undefined
    return args === undefined ? [] : [{ seq: entry.seq, args }]
  })
  // A single line was redacted when it was printed, which suffices if no later line can continue it.
  if (!isOpen && lines.length < 2 && !lines.some(({ args }) => args.text.includes('\n'))) return [...journal]
  const given = lines.map(({ args }) => args.text)
  const texts = await runInSlices(isOpen ? redact.openLines(given) : redact.lines(given))
  const changed = lines.flatMap(({ seq, args }, at) => {
    const text = texts[at] ?? ''
    return text === args.text ? [] : [[seq, { ...args, text }] as const]
  })
  if (changed.length === 0) return [...journal]
  const shown = new Map(changed)
  return journal.map((entry) => {
    const args = shown.get(entry.seq)
    return args === undefined ? entry : { ...entry, args }
  })
}
