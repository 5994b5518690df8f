'use client'

import { lazily } from '../../ui/lazily.tsx'
import type { SeriesChartProps } from './series-chart-props.ts'

/** The chart's script loads on this page only, after its figures. */
export const SeriesChart = lazily<SeriesChartProps>(
  async () => (await import('./series-chart.tsx')).SeriesChart,
  () => <div className="overview-chart" aria-busy="true" />,
)
