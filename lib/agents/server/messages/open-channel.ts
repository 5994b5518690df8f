import type { ChannelSettings, SmtpSettings } from '#lib/platform/server/env/outbound-settings.ts'
import { createMailer, MailError } from '#lib/platform/server/mail/mailer.ts'
import { type Channel, DeliveryError, plainText } from './channel.ts'
import { openClawChannel, telegramChannel, webhookChannel } from './channels/http-channels.ts'

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

/** Sends an e-mail to the operator. `ca`: see `createMailer`. */
export function smtpChannel({ url, from, to }: Omit<SmtpSettings, 'kind'>, ca?: string): Channel {
  const mailer = createMailer({ url, from }, ca)
  return {
    name: 'smtp',
    async deliver(message, signal) {
      const mail = {
        to,
        subject: message.urgent ? 'Urgent message from travel.aw' : 'Message from travel.aw',
        text: plainText(message),
        date: message.notedAt,
        messageId: `<${message.id}@travel.aw>`,
      }
      await mailer.send(mail, signal).catch((cause: unknown) => {
        throw cause instanceof MailError ? new DeliveryError(cause.message) : cause
      })
    },
  }
}
