import * as z from 'zod'
import { CallFacts } from '#runner/contract/call-facts.ts'
import { SourceField } from './define-tool-route.ts'

export const ToolsQuery = z.strictObject({
  /** `chat`: for chat completions. `realtime`: for the Realtime and Responses APIs. */
  format: z.enum(['chat', 'realtime']).default('chat'),
  ...SourceField,
})

export const RealtimeStart = z.strictObject({
  /** The id of an existing Realtime call to join. Absent: returns a secret for a new session. */
  call_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/, 'must be the id of a call, like rtc_123')
    .optional(),
  /** What the agent knows about the call. */
  call: CallFacts.default({}),
  ...SourceField,
})
export type RealtimeStart = z.infer<typeof RealtimeStart>

/** `value`: the secret for one session. `expires_at`: in seconds since the epoch. `url`: where it is valid. */
export const RealtimeSecret = z.strictObject({
  value: z.string(),
  expires_at: z.number(),
  model: z.string(),
  url: z.string(),
})
export const RealtimeJoined = z.strictObject({ call_id: z.string() })

/** A part of an answer to a question, which belongs in the arguments of the call that it confirms. */
const inArguments = z
  .never(
    'belongs in arguments: send {"arguments": {"confirmation_id": "conf_…", "confirmed": true, …}} with the other arguments unchanged',
  )
  .optional()
  .describe('Belongs in arguments.')

export const ToolCall = z.strictObject({
  name: z.string().min(1, 'must name a function').max(200),
  /** An object, or the JSON text that a model wrote. Validated by the function's own schema. */
  arguments: z.unknown(),
  confirmed: inArguments,
  confirmation_id: inArguments,
  /** The call or chat in which the agent calls the function. */
  call: CallFacts.default({}),
  ...SourceField,
})
