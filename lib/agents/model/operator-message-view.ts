import * as z from 'zod'
import { NamedActor } from '#lib/platform/model/actor.ts'

/** The messages to the operator, in the console. */

export const ConsoleMessage = z.strictObject({
  id: z.string(),
  /** Null: an alert of the app. */
  execution_id: z.string().nullable(),
  skill: z.string(),
  by: NamedActor,
  /** Untrusted: written by a skill or its caller. */
  text: z.string(),
  urgent: z.boolean(),
  /** `kept`: stored only, because no channel is configured. */
  state: z.enum(['pending', 'kept', 'delivered', 'delivery_failed']),
  attempts: z.int(),
  /** The channel of the last attempt. */
  channel: z.string().nullable(),
  last_error: z.string().nullable(),
  noted_at: z.iso.datetime(),
  tried_at: z.iso.datetime().nullable(),
  delivered_at: z.iso.datetime().nullable(),
  is_read: z.boolean(),
  /** Null: there is no further automatic attempt. */
  next_attempt_at: z.iso.datetime().nullable(),
})
export type ConsoleMessage = z.infer<typeof ConsoleMessage>

export const MessageParams = z.object({ id: z.string().regex(/^msg_[0-9A-Za-z]{1,40}$/) })

/** Whether an operator has read a message. */
export const MessageReading = z.strictObject({ is_read: z.boolean() })

export const MessageQuery = z.object({ after: z.string().max(200).optional() })
export type MessageQuery = z.infer<typeof MessageQuery>

export const ConsoleMessages = z.strictObject({
  /** The configured channel. Null: none, so messages are only stored. */
  channel: z.string().nullable(),
  /** The number of all undelivered messages, including those not listed. */
  undelivered: z.int(),
  messages: z.array(ConsoleMessage),
  /** The value of `after` for the next page. Null: this is the last one. */
  next: z.string().nullable(),
})
export type ConsoleMessages = z.infer<typeof ConsoleMessages>
