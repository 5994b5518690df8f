'use client'

import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { StripChart as Chart } from '#lib/travel/model/chart-geometry.ts'
import type { RoutePair } from '#lib/travel/model/flights/route-cookie.ts'
import { StripChart } from './strip-chart.tsx'
import { FollowContext } from './use-following-chart.ts'

interface Charts {
  wide: Chart
  narrow: Chart
}

interface FollowingChartProps {
  initial: Charts
  /** Draws charts of other routes. Null if the first route has an unknown place. */
  draw: (routes: RoutePair[]) => Promise<Charts | null>
  /** The form above the chart. */
  children: ReactNode
  /** Shown under the form until the chart shows the form's route. */
  note: ReactNode
}

/** A chart that redraws as the places in the form above it change. */
export function FollowingChart({ initial, draw, children, note }: FollowingChartProps) {
  const [charts, setCharts] = useState(initial)
  const latest = useRef('')
  const follow = useCallback(
    (routes: RoutePair[]) => {
      const wanted = routes.join(' ')
      if (latest.current === wanted) return
      latest.current = wanted
      void draw(routes)
        // Offline, the chart stays unchanged.
        .catch(() => null)
        .then((drawn) => {
          if (drawn && latest.current === wanted) setCharts(drawn)
        })
    },
    [draw],
  )
  return (
    <FollowContext value={follow}>
      <div className="home-form">
        {children}
        {charts === initial && note}
      </div>
      <StripChart {...charts} />
    </FollowContext>
  )
}
