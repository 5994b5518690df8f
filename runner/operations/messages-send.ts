import { nameOf, type OperatorServices } from './call-context.ts'
import { notedMessages } from './noted-messages.ts'
import { end, type OperationContext, operationOf } from './operation.ts'

/** The maximum number of messages of one execution. */
const mostMessages = 3

/**
 * Leaves a message for the operator. The call itself sends nothing: its entry in the journal is the message, which
 * becomes durable with the successful end of the execution and is delivered afterwards. Therefore a replay sends
 * nothing, and a failed execution leaves no message.
 */
export const messagesSendOperation = operationOf('messages.send', {
  open(context: OperationContext & OperatorServices) {
    let accepted = notedMessages(context.past).length
    return () => {
      accepted += 1
      if (accepted > mostMessages) return end('CAPABILITY_DENIED', `more than ${mostMessages} messages`)
      return { kind: 'value', value: { noted: true, to: nameOf(context) } }
    }
  },
})
