import type { OpenClawSettings, TelegramSettings, WebhookSettings } from '#lib/platform/server/env/outbound-settings.ts'
import { type Channel, plainText } from '../channel.ts'
import { toolsAddress } from '../openclaw-gateway.ts'
import { postConfirmed, postJson } from './post-json.ts'

/** Posts `{ id, skill, text, urgent, noted_at }`; `skill` is null for an alert. Any status from 200 to 299 accepts it. */
export function webhookChannel({ url, token }: Omit<WebhookSettings, 'kind'>): Channel {
  return {
    name: 'webhook',
    async deliver({ id, skill = null, text, urgent, notedAt }, signal) {
      await postJson({
        to: 'The webhook',
        url: new URL(url),
        headers: {
          'idempotency-key': id,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: { id, skill, text, urgent, noted_at: notedAt.toISOString() },
        signal,
        remedies: { 401: 'check TRAVEL_MESSAGE_WEBHOOK_TOKEN' },
      })
    },
  }
}

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
    deliver: (message, signal) =>
      postConfirmed({
        to: 'Telegram',
        url: new URL(`${apiUrl.replace(/\/+$/, '')}/bot${botToken}/sendMessage`),
        body: { chat_id: chatId, text: plainText(message), link_preview_options: { is_disabled: true } },
        signal,
        remedies: telegramRemedies,
      }),
  }
}

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
    deliver: (message, signal) =>
      postConfirmed({
        to: 'The OpenClaw gateway',
        url: toolsAddress(url),
        headers: { authorization: `Bearer ${token}` },
        body: {
          tool: 'message',
          action: 'send',
          args: { action: 'send', channel: 'telegram', target: telegramId, message: plainText(message) },
        },
        signal,
        remedies: gatewayRemedies,
      }),
  }
}
