'use client'

import type { ConsoleOverview } from '#lib/shared/console-overview.ts'
import { lazily } from '../../ui/lazily.tsx'

export interface SeriesChartProps {
  overview: ConsoleOverview
  locale: string
}

/** The chart's script loads on this page only, after its figures. */
export const SeriesChart = lazily<SeriesChartProps>(
  async () => (await import('./series-chart.tsx')).SeriesChart,
  () => <div className="overview-chart" aria-busy="true" />,
)
