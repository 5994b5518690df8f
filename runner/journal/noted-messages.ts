import * as z from 'zod'
import type { JournalEntry } from '../contract/journal.ts'
import type { NotedMessage } from '../ports.ts'

/** An accepted message in the journal. A mask in place of a credential may have made its text longer. */
const Kept = z.object({ message: z.object({ text: z.string(), urgent: z.boolean().default(false) }) })

/**
 * The messages to the operator in a journal, in the order of their calls. The journal is their only source, so an
 * execution that another process resumed keeps those of its earlier legs.
 *
 * @throws when the journal does not hold an accepted message whole
 */
export function notedMessages(journal: readonly JournalEntry[]): readonly NotedMessage[] {
  return journal
    .filter(({ op, result }) => op === 'messages.send' && result.kind === 'value')
    .map(({ seq, args }) => ({ seq, ...Kept.parse(args).message }))
}
