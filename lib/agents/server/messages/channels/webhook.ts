import type { WebhookSettings } from '#lib/platform/server/env/outbound-settings.ts'
import type { Channel } from '../channel.ts'
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
