import type { Channel } from './channel.ts'
import { type OpenClawSettings, openClawChannel } from './channels/openclaw.ts'
import { type SmtpSettings, smtpChannel } from './channels/smtp.ts'
import { type TelegramSettings, telegramChannel } from './channels/telegram.ts'
import { type WebhookSettings, webhookChannel } from './channels/webhook.ts'

/** The operator's channel, from the environment. */
export type ChannelSettings = WebhookSettings | TelegramSettings | OpenClawSettings | SmtpSettings

export function openChannel(settings: ChannelSettings): Channel {
  switch (settings.kind) {
    case 'webhook':
      return webhookChannel(settings)
    case 'telegram':
      return telegramChannel(settings)
    case 'openclaw':
      return openClawChannel(settings)
    case 'smtp':
      return smtpChannel(settings)
  }
}
