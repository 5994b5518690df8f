'use client'

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { StripChart as Chart } from '#lib/travel/chart-geometry.ts'
import { StripChart } from './strip-chart.tsx'

interface Charts {
  wide: Chart
  narrow: Chart
}

type Follow = (origin: string, destination: string) => void

const FollowContext = createContext<Follow>(() => {})

interface FollowingChartProps {
  initial: Charts
  /** Draws another route; null if either place is unknown. */
  draw: (origin: string, destination: string) => Promise<Charts | null>
  /** The form below the chart. */
  children: ReactNode
  /** Shown under the form until the chart shows the form's route. */
  note: ReactNode
}

/** A chart that redraws as the places in the form below it change. */
export function FollowingChart({ initial, draw, children, note }: FollowingChartProps) {
  const [charts, setCharts] = useState(initial)
  const latest = useRef('')
  const follow = useCallback(
    (origin: string, destination: string) => {
      const wanted = `${origin} ${destination}`
      if (latest.current === wanted) return
      latest.current = wanted
      void draw(origin, destination)
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
      <StripChart {...charts} />
      <div className="home-form">
        {children}
        {charts === initial && note}
      </div>
    </FollowContext>
  )
}

/** Redraws the chart above the form when both places are set and one of them has changed. */
export function useFollowingChart(origin: string, destination: string): void {
  const follow = useContext(FollowContext)
  const first = useRef(`${origin} ${destination}`)
  const onChange = useEffectEvent(follow)
  useEffect(() => {
    const isFirst = first.current === `${origin} ${destination}`
    if (isFirst) return
    first.current = ''
    if (origin !== '' && destination !== '' && origin !== destination) onChange(origin, destination)
  }, [origin, destination])
}
