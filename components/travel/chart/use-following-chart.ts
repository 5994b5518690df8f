'use client'

import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react'
import type { RoutePair } from '#lib/travel/model/flights/route-cookie.ts'

// Separate from the chart, so that pages with only the form do not load the chart's scripts.

type Follow = (routes: RoutePair[]) => void

export const FollowContext = createContext<Follow>(() => {})

/** Redraws the chart below the form when the form's complete routes change. */
export function useFollowingChart(routes: readonly RoutePair[]): void {
  const follow = useContext(FollowContext)
  const drawable = routes.filter(([from, to]) => from !== '' && to !== '' && from !== to)
  const wanted = drawable.join(' ')
  const first = useRef(wanted)
  const onChange = useEffectEvent(() => follow(drawable))
  useEffect(() => {
    if (first.current === wanted) return
    first.current = 'changed'
    if (wanted !== '') onChange()
  }, [wanted])
}
