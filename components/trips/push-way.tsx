'use client'

import type { AlertPushView } from '#lib/shared/push-subscription.ts'
import { lazily } from '../ui/lazily.tsx'

/** The switch of alerts in this browser. It loads after the page, which says nothing about this browser before. */
export const PushWay = lazily<{ push: AlertPushView }>(
  async () => (await import('./push-switch.tsx')).PushSwitch,
  () => null,
)
