'use client'

import type { AlertPushView } from '#lib/travel/model/push-subscription.ts'
import { lazily } from '../../ui/lazily.tsx'
import { PushSpace } from './push-space.tsx'

/** The switch for alerts in this browser. Loads later, because the server does not know the browser's state. */
export const PushWay = lazily<{ push: AlertPushView }>(
  async () => (await import('./push-switch.tsx')).PushSwitch,
  PushSpace,
)
