import { MessageArgs, MessageNoted } from '../contract/host-calls.ts'
import { notedMessages } from './noted-messages.ts'
import { end, type HostOperation, ordinary, rejected } from './operation.ts'

/** The maximum number of messages of one execution. */
const mostMessages = 3

/**
 * Leaves a message for the operator. The call itself sends nothing: its entry in the journal is the message, which
 * becomes durable with the successful end of the execution and is delivered afterwards. Therefore a replay sends
 * nothing, and a failed execution leaves no message.
 */
export const messagesSendOperation: HostOperation = {
  ...ordinary,
  restored: (value) => MessageNoted.safeParse(value).data ?? value,
  open({ grant, denied, operatorName, past }) {
    let accepted = notedMessages(past).length
    return (args) => {
      if (!grant.permissions.messages && grant.declared?.messages) {
        denied('messages')
        return rejected('CapabilityRevoked', 'The permission messages was withheld')
      }
      if (!grant.permissions.messages)
        return end('CAPABILITY_DENIED', 'messages.send without messages permission', 'messages')
      const parsed = MessageArgs.safeParse(args)
      if (!parsed.success) return rejected('TypeError', problemOf(parsed.error.issues[0]))
      accepted += 1
      if (accepted > mostMessages) return end('CAPABILITY_DENIED', `more than ${mostMessages} messages`)
      return { kind: 'value', value: { noted: true, to: operatorName } satisfies MessageNoted }
    }
  },
}

type Issue = NonNullable<ReturnType<typeof MessageArgs.safeParse>['error']>['issues'][number]

function problemOf(issue: Issue | undefined): string {
  if (issue?.code === 'unrecognized_keys') {
    // The operator's configuration names the recipient. If a skill names one, the error explains that only text and
    // urgency can be set.
    return 'messages.send: takes only text and urgent; every message goes to the operator'
  }
  const field = issue?.path.slice(1).join('.') || 'message'
  return `messages.send: ${field}: ${issue?.message ?? 'is invalid'}`
}
