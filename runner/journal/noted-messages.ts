import { MessageArgs } from '../contract/host-calls.ts'
import type { JournalEntry } from '../contract/journal.ts'
import type { NotedMessage } from '../ports.ts'

/**
 * The messages to the operator in a journal, in the order of their calls. The journal is their only source, so an
 * execution that another process resumed keeps those of its earlier legs.
 *
 * @throws when the journal does not hold an accepted message whole
 */
export function notedMessages(journal: readonly JournalEntry[]): readonly NotedMessage[] {
  return journal
    .filter(({ op, result }) => op === 'messages.send' && result.kind === 'value')
    .map(({ seq, args }) => ({ seq, ...MessageArgs.parse(args).message }))
}
