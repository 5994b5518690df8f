import * as z from 'zod'
import type { TelegramSettings } from '#lib/platform/server/env/outbound-settings.ts'
import { type Channel, DeliveryError, plainText } from '../channel.ts'
import { postJson, refused } from './post-json.ts'

const Sent = z.object({ ok: z.literal(true) })

const remedies = {
  400: 'check OPERATOR_TELEGRAM_ID, and write to the bot once, so that it may write to you',
  401: 'check TRAVEL_TELEGRAM_BOT_TOKEN',
  403: 'the operator has blocked the bot',
  404: 'check TRAVEL_TELEGRAM_BOT_TOKEN',
  429: 'too many messages',
}

/** `sendMessage` of the Telegram Bot API. The text has no markup, and its links have no preview. */
export function telegramChannel({ apiUrl, botToken, chatId }: Omit<TelegramSettings, 'kind'>): Channel {
  return {
    name: 'telegram',
    async deliver(message, signal) {
      const to = 'Telegram'
      const { status, ok, json } = await postJson({
        to,
        url: new URL(`${apiUrl.replace(/\/+$/, '')}/bot${botToken}/sendMessage`),
        body: { chat_id: chatId, text: plainText(message), link_preview_options: { is_disabled: true } },
        signal,
      })
      if (!ok) throw refused(to, status, remedies)
      if (!Sent.safeParse(json).success) throw new DeliveryError('Telegram did not confirm the message')
    },
  }
}
