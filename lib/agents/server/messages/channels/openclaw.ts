import * as z from 'zod'
import type { OpenClawSettings } from '#lib/platform/server/env/outbound-settings.ts'
import { type Channel, DeliveryError, plainText } from '../channel.ts'
import { toolsAddress } from '../openclaw-gateway.ts'
import { postJson, refused } from './post-json.ts'

const Invoked = z.object({ ok: z.literal(true) })

const remedies = {
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
      if (!ok) throw refused(to, status, remedies)
      if (!Invoked.safeParse(json).success) throw new DeliveryError(`${to} did not confirm the message`)
    },
  }
}
