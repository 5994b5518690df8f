import * as z from 'zod'
import type { OpenClawSettings, TelegramSettings, WebhookSettings } from '#lib/platform/server/env/outbound-settings.ts'
import { type Channel, DeliveryError, plainText } from '../channel.ts'
import { toolsAddress } from '../openclaw-gateway.ts'
import { postJson, refused } from './post-json.ts'

/** Posts `{ id, text, urgent, noted_at }`. Any status from 200 to 299 accepts it. */
export function webhookChannel({ url, token }: Omit<WebhookSettings, 'kind'>): Channel {
  return {
    name: 'webhook',
    async deliver({ id, text, urgent, notedAt }, signal) {
      const to = 'The webhook'
      const { ok, status } = await postJson({
        to,
        url: new URL(url),
        headers: {
          'idempotency-key': id,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: { id, text, urgent, noted_at: notedAt.toISOString() },
        signal,
      })
      if (!ok) throw refused(to, status, { 401: 'check TRAVEL_MESSAGE_WEBHOOK_TOKEN' })
    },
  }
}

const Sent = z.object({ ok: z.literal(true) })

const telegramRemedies = {
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
      if (!ok) throw refused(to, status, telegramRemedies)
      if (!Sent.safeParse(json).success) throw new DeliveryError('Telegram did not confirm the message')
    },
  }
}

const Invoked = z.object({ ok: z.literal(true) })

const gatewayRemedies = {
  401: 'check OPENCLAW_GATEWAY_TOKEN',
  404: 'allow the tool "message" in the gateway\'s tool policy',
}

/**
 * Calls the gateway's tool `message` directly, not through the gateway's model, which might follow instructions in a
 * stranger's text.
 */
export function openClawChannel({ url, token, telegramId }: Omit<OpenClawSettings, 'kind'>): Channel {
  return {
    name: 'openclaw',
    async deliver(message, signal) {
      const to = 'The OpenClaw gateway'
      const { status, ok, json } = await postJson({
        to,
        url: toolsAddress(url),
        headers: { authorization: `Bearer ${token}` },
        body: {
          tool: 'message',
          action: 'send',
          args: { action: 'send', channel: 'telegram', target: telegramId, message: plainText(message) },
        },
        signal,
      })
      if (!ok) throw refused(to, status, gatewayRemedies)
      if (!Invoked.safeParse(json).success) throw new DeliveryError(`${to} did not confirm the message`)
    },
  }
}
