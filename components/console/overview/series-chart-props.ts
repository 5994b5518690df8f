import type { ConsoleOverview } from '#lib/shared/console-overview.ts'

export interface SeriesChartProps {
  overview: ConsoleOverview
  locale: string
}
