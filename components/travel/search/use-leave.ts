'use client'

import { useEffect, useEffectEvent } from 'react'
import type { FilledForm } from '#lib/travel/client/visit-memory.ts'

/** Calls `leave` with the latest form when the form leaves the page. */
export function useLeave<Values>(form: FilledForm<Values>, leave: ((form: FilledForm<Values>) => void) | undefined) {
  const onLeave = useEffectEvent(() => leave?.(form))
  useEffect(() => () => onLeave(), [])
}
