import type { ChannelSettings } from '#lib/platform/server/env/outbound-settings.ts'
import type { Channel } from './channel.ts'
import { openClawChannel, telegramChannel, webhookChannel } from './channels/http-channels.ts'
import { smtpChannel } from './channels/smtp.ts'

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
