import * as z from 'zod'
import { Json } from '../skill-io.ts'
import type { OperationDescriptor } from './descriptor.ts'

/** The phone call or chat during which a skill runs. Unknown fields are empty. */
export const CallContext = z.strictObject({
  id: z.string().max(200).default(''),
  /** The channel of the call: `phone`, `chat` and the like. */
  channel: z.string().max(40).default(''),
  caller_id: z.string().max(200).default(''),
  transcript: z
    .string()
    .max(64 * 1024)
    .default(''),
})
export type CallContext = z.infer<typeof CallContext>

/** The longest entry of the call log, as JSON in characters. It fits into one journal entry. */
const longestLogged = 3000

export type CallGlobal = {
  readonly call: {
    /**
     * The phone call or chat during which the skill runs, and the operator's name. Unknown fields are empty. A skill
     * with network access gets no data of the call.
     */
    context(): Promise<{
      readonly call: {
        readonly id: string
        /** The channel of the call: `phone`, `chat` and the like. */
        readonly channel: string
        readonly caller_id: string
        readonly transcript: string
      }
      readonly operator: {
        readonly name: string
        /** The operator's Telegram chat. Only with the messages permission, where one is configured. */
        readonly telegram_id?: string
      }
    }>
    /**
     * Appends an object to the operator's call log: at most 3,000 characters as JSON, and 20 objects in an execution.
     * Secrets are redacted. Rejects with `TypeError` for an invalid entry, and with `CallLogError` if the entry could
     * not be stored.
     */
    log(entry: object): Promise<null>
  }
}

export const callOperations = {
  'call.context': {
    args: z.strictObject({}),
    answer: z.strictObject({
      call: CallContext,
      operator: z.strictObject({ name: z.string(), telegram_id: z.string().exactOptional() }),
    }),
    wrong: 'takes no arguments',
    params: [],
    does: 'the phone call or chat, and the name of the operator',
    icon: 'agent',
    title: 'The call',
  },
  'call.log': {
    args: z.strictObject({
      entry: z
        .record(z.string(), Json, 'must be an object')
        .refine(
          (entry) => JSON.stringify(entry).length <= longestLogged,
          `is longer than ${longestLogged} characters as JSON`,
        ),
    }),
    answer: z.null(),
    params: [{ name: 'entry', as: 'value' }],
    does: "appends an object to the operator's call log",
    icon: 'list',
    title: 'The call log',
    note: (args) => JSON.stringify(args),
  },
} as const satisfies Record<string, OperationDescriptor>
