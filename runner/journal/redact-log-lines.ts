import type { JournalEntry } from '../contract/journal.ts'
import { LogArgs } from '../contract/operations/console.ts'
import type { Redactor } from '../redact/redact.ts'
import { runInSlices } from '../slices/run-in-slices.ts'

/**
 * Redacts the log lines of a journal together, because a value may be split across them. Returns entries without
 * redactions unchanged. Skips lines of which the journal holds only a hash because of their length. `isOpen`: more
 * lines may follow.
 */
export async function redactLogLines(
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
