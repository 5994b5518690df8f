/** The settings of what the app reaches on behalf of its operator, as read from the environment. */

export const channelNames = ['webhook', 'telegram', 'openclaw', 'smtp'] as const
export type ChannelName = (typeof channelNames)[number]

export type WebhookSettings = { readonly kind: 'webhook'; readonly url: string; readonly token: string | undefined }

export type TelegramSettings = {
  readonly kind: 'telegram'
  /** The server of the Bot API. */
  readonly apiUrl: string
  readonly botToken: string
  /** The operator's chat. */
  readonly chatId: string
}

/** The operator's OpenClaw gateway. */
export type GatewaySettings = {
  /** The gateway's address. */
  readonly url: string
  readonly token: string
}

export type OpenClawSettings = GatewaySettings & {
  readonly kind: 'openclaw'
  /** The operator's Telegram chat, to which the gateway sends. */
  readonly telegramId: string
}

export type SmtpSettings = {
  readonly kind: 'smtp'
  /** `smtp://` or `smtps://`, with user and password. */
  readonly url: string
  readonly from: string
  readonly to: string
}

/** The channel for messages to the operator. */
export type ChannelSettings = WebhookSettings | TelegramSettings | OpenClawSettings | SmtpSettings

export type RealtimeSettings = {
  /** The base URL of the API, without a trailing slash. */
  readonly url: string
  readonly model: string
  /** The name of the credential whose value is the key. */
  readonly credential: string
}
