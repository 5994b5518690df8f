import * as z from 'zod'
import type { JournalEntry } from '../contract/journal.ts'
import type { NotedMessage } from '../core/ports.ts'
import { type CallServices, nameOf } from './call.ts'
import { end, type OperationContext, operationOf } from './operation.ts'

/** The maximum number of messages of one execution. */
const maxMessages = 3

export const messagesOperations = {
  /**
   * Leaves a message for the operator. The call itself sends nothing: its entry in the journal is the message, which
   * becomes durable with the successful end of the execution and is delivered afterwards. Therefore a replay sends
   * nothing, and a failed execution leaves no message.
   */
  'messages.send': operationOf('messages.send', {
    open(context: OperationContext<CallServices>) {
      let accepted = notedMessages(context.past).length
      return () => {
        accepted += 1
        if (accepted > maxMessages) return end('CAPABILITY_DENIED', `more than ${maxMessages} messages`)
        return { kind: 'value', value: { noted: true, to: nameOf(context.services) } }
      }
    },
  }),
}

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
