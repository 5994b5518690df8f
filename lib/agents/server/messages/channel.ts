import type { ChannelName } from '#lib/platform/server/env/outbound-settings.ts'

/** A message on its way to the operator. */
export type Outgoing = {
  /** `msg_…`. A message that arrives twice has the same id. */
  readonly id: string
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

/** The message as plain text. The id shows whether a message is a repetition. */
export const plainText = ({ id, text, urgent }: Outgoing): string => `${urgent ? 'URGENT\n\n' : ''}${text}\n\n${id}`
