import type { ConsoleMessage } from '#lib/agents/model/operator-message-view.ts'
import type { IconName } from '../../ui/icon.tsx'

type Look = { readonly icon: IconName; readonly tone: 'ok' | 'warn' | 'stop' | 'info'; readonly words: string }

/** How each state of a message is shown: an icon and words, so that colour is never the only signal. */
export const stateLooks: Readonly<Record<ConsoleMessage['state'], Look>> = {
  pending: { icon: 'clock', tone: 'info', words: 'Waits for delivery' },
  kept: { icon: 'warn', tone: 'warn', words: 'Kept, no channel' },
  delivered: { icon: 'check', tone: 'ok', words: 'Delivered' },
  delivery_failed: { icon: 'x', tone: 'stop', words: 'Delivery failed' },
}
