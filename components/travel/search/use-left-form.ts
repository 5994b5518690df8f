'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import type { FilledForm, LeftForm } from '#lib/travel/client/visit-memory.ts'

/** The form of a home page: as it was left, if Back or Forward led to `address`, otherwise as the server wrote it. */
export function useLeftForm<Values>(
  left: LeftForm<Values>,
  address: string,
  { initial, names }: FilledForm<Values>,
): FilledForm<Values> {
  const [filled] = useState(() => left.recall(address) ?? { initial, names })
  return filled
}

/** Calls `leave` with the latest form when the form leaves the page. */
export function useLeave<Values>(form: FilledForm<Values>, leave: ((form: FilledForm<Values>) => void) | undefined) {
  const onLeave = useEffectEvent(() => leave?.(form))
  useEffect(() => () => onLeave(), [])
}
