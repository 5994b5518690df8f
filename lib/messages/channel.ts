/** A message on its way to the operator. */
export type Outgoing = {
  /** `msg_…`. A message that arrives twice has the same id. */
  readonly id: string
  readonly text: string
  readonly urgent: boolean
  readonly notedAt: Date
}

/** A way to the operator. Its configuration names the recipient, and nothing in a message does. */
export type Channel = {
  readonly name: ChannelName
  /**
   * Resolves when the channel has accepted the message.
   *
   * @throws DeliveryError when it has not, or when that is not known
   */
  deliver(message: Outgoing, signal: AbortSignal): Promise<void>
}

export const channelNames = ['webhook', 'telegram', 'openclaw', 'smtp'] as const
export type ChannelName = (typeof channelNames)[number]

/** Why a message was not delivered, as log and console show it: no part of an address, a token or a password. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
}

/** The message as a person reads it. The id tells a repeated message from another one. */
export const plainText = ({ id, text, urgent }: Outgoing): string => `${urgent ? 'URGENT\n\n' : ''}${text}\n\n${id}`
