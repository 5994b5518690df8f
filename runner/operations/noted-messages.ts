import * as z from 'zod'
import type { JournalEntry } from '../contract/journal.ts'
import type { NotedMessage } from '../core/ports.ts'

/** An accepted message in the journal. Redaction may have made its text longer than the limit. */
const Kept = z.object({ message: z.object({ text: z.string(), urgent: z.boolean().default(false) }) })

/**
 * The messages to the operator in a journal, in the order of their calls. The journal is their only source, so a
 * resumed execution keeps the messages of its earlier legs.
 *
 * @throws if the journal holds only the hash of an accepted message
 */
export function notedMessages(journal: readonly JournalEntry[]): readonly NotedMessage[] {
  return journal
    .filter(({ op, result }) => op === 'messages.send' && result.kind === 'value')
    .map(({ seq, args }) => ({ seq, ...Kept.parse(args).message }))
}
