'use client'

import type { AlertPushView } from '#lib/shared/push-subscription.ts'
import { lazily } from '../ui/lazily.tsx'

/** The switch for alerts in this browser. Loads after the page, which does not know the browser's state before. */
export const PushWay = lazily<{ push: AlertPushView }>(
  async () => (await import('./push-switch.tsx')).PushSwitch,
  () => null,
)
