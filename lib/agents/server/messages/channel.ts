import type { ChannelName } from '#lib/platform/server/env/outbound-settings.ts'
import { lineFeeds } from '#runner/contract/hidden-text.ts'

/** A message on its way to the operator. */
export type Outgoing = {
  /** `msg_…`. A message that arrives twice has the same id. */
  readonly id: string
  /** The skill that wrote the text. Undefined: the app, which did not write it for anybody else. */
  readonly skill: string | undefined
  readonly text: string
  readonly urgent: boolean
  readonly notedAt: Date
}

/** A way to send messages to the operator. The configuration sets the recipient; a message cannot change it. */
export type Channel = {
  readonly name: ChannelName
  /**
   * Resolves when the channel has accepted the message.
   *
   * @throws DeliveryError if the channel did not accept the message, or may not have accepted it
   */
  deliver(message: Outgoing, signal: AbortSignal): Promise<void>
}

/** Why a message was not delivered, for log and console: contains no part of an address, token or password. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
}

/**
 * The message as plain text. The id shows whether a message is a repetition. Each line of a skill is a quotation, so that
 * none can look like an alert of the app or like the end of the message.
 */
export function plainText({ id, skill, text, urgent }: Outgoing): string {
  const quoted = lineFeeds(text).replace(/^/gm, '> ')
  const said = skill === undefined ? text : `The skill ${skill} says:\n${quoted}`
  return `${urgent ? 'URGENT\n\n' : ''}${said}\n\n${id}`
}
