import * as z from 'zod'
import { VisibleText } from '../visible-text.ts'
import type { OperationDescriptor, PermissionDescriptor } from './descriptor.ts'

/** The longest message, in characters. It fits into one journal entry even if every character is escaped. */
const longestMessage = 1500
/**
 * A message to the operator. There is no field for a recipient: only the operator's configuration names one. Line
 * breaks and tabs are the only control characters.
 */
export const OperatorMessage = z.strictObject({
  text: VisibleText.max(longestMessage, `is longer than ${longestMessage} characters: shorten it`).refine(
    (text) => text.trim() !== '',
    'is empty',
  ),
  urgent: z.boolean('must be true or false').default(false),
})
export type OperatorMessage = z.infer<typeof OperatorMessage>
const MessageArgs = z.strictObject({ message: OperatorMessage })

export type MessagesGlobal = {
  readonly messages: {
    /**
     * Leaves a message for the operator: at most 1,500 characters, and 3 messages in an execution. The message is
     * recorded when the execution succeeds, and delivered afterwards. `to` is the operator's name. Rejects with
     * `TypeError` for an invalid message, and with `CapabilityRevoked` if the permission was withheld.
     */
    send(message: { readonly text: string; readonly urgent?: boolean }): Promise<{
      readonly noted: true
      readonly to: string
    }>
  }
}

export const messagesPermissions = {
  messages: {
    isFlag: true,
    tiers: ['local', 'verified'],
    trust: 'full',
    isPersonal: true,
    use: /\bmessages?\s*\.\s*send|\bgateway\s*\.\s*sendMessage/,
    icon: 'message',
    verb: 'Send messages',
    detail: 'To the operator only.',
    effect: 'Its messages are refused.',
  },
} as const satisfies Record<string, PermissionDescriptor>

export const messagesOperations = {
  'messages.send': {
    args: MessageArgs,
    /** The message is delivered only if the execution succeeds. `to` is the operator's name. */
    answer: z.strictObject({ noted: z.literal(true), to: z.string() }),
    permission: 'messages',
    wrong({ code, path, message }) {
      // The operator's configuration names the recipient. If a skill names one, the error explains that only text and
      // urgency can be set.
      if (code === 'unrecognized_keys') return 'takes only text and urgent; every message goes to the operator'
      return `${path.slice(1).join('.') || 'message'}: ${message}`
    },
    params: [{ name: 'message', as: 'value', shown: '{ text, urgent }' }],
    does: 'leaves a message for the operator',
    icon: 'message',
    title: 'A message to the operator',
    note: (args) => MessageArgs.safeParse(args).data?.message.text ?? '',
  },
} as const satisfies Record<string, OperationDescriptor>
