'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import type { FilledForm, LeftForm } from '#lib/travel/client/visit-memory.ts'

/** A form as it was left, if Back or Forward led to its home page, otherwise as it was given. */
export function useLeftForm<Values, Props extends FilledForm<Values> & { home?: string }>(
  props: Props,
  left: LeftForm<Values>,
): Props {
  const [found] = useState(() => props.home && left.recall(props.home))
  return { ...props, ...(found || null) }
}

/** Keeps the form of a home page as it is when it leaves the page. */
export function useLeave<Values>(home: string | undefined, left: LeftForm<Values>, form: FilledForm<Values>): void {
  const onLeave = useEffectEvent(() => home && left.keep(form))
  useEffect(() => () => void onLeave(), [])
}
