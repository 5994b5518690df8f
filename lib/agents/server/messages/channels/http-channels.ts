import * as z from 'zod'
import type { OpenClawSettings, TelegramSettings, WebhookSettings } from '#lib/platform/server/env/outbound-settings.ts'
import { readBounded } from '#lib/platform/server/http/read-bounded.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { type Channel, DeliveryError, plainText } from '../channel.ts'
import { toolsAddress } from '../openclaw-gateway.ts'

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

type Post = {
  /** The receiver's name in error messages, such as "Telegram". */
  readonly to: string
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal: AbortSignal
  /** What to do about a refusal, by its status. */
  readonly remedies: Readonly<Record<number, string>>
}

/** The maximum of bytes that are read from an answer. */
const longestAnswer = 64 * 1024

/**
 * Posts JSON and follows no redirect.
 *
 * @throws DeliveryError if there is no answer, or a refusal. Its message contains no address, because addresses may
 *   contain a token.
 * @returns the JSON of the answer; undefined if the body is not JSON or too long
 */
async function postJson(post: Post): Promise<unknown> {
  const { to, remedies } = post
  const { ok, status, json } = await send(post)
  if (ok) return json
  const remedy = remedies[status]
  throw new DeliveryError(`${to} answered with status ${status}${remedy === undefined ? '' : `: ${remedy}`}`)
}

const Confirmation = z.object({ ok: z.literal(true) })

/** Like `postJson`, to a receiver that confirms each message with `{ "ok": true }`. */
async function postConfirmed(post: Post): Promise<void> {
  const confirmed = Confirmation.safeParse(await postJson(post))
  if (!confirmed.success) throw new DeliveryError(`${post.to} did not confirm the message`)
}

async function send({ to, url, headers = {}, body, signal }: Post) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    })
    const bytes = await readBounded(response, longestAnswer)
    const json = bytes && jsonOrNot(Buffer.from(bytes).toString())
    return { status: response.status, ok: response.ok, json }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'TimeoutError') throw new DeliveryError(`${to} gave no answer in time`)
    throw new DeliveryError(`${to} could not be reached`)
  }
}
