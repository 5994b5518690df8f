import type { Bucket, ConsoleOverview } from '#lib/console/model/console-overview.ts'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { barLabel, rangeNames } from './range-names.ts'

/** The chart as a table, for readers who cannot see it and for exact counts. */
export function BarTable({ overview }: { overview: ConsoleOverview }) {
  const bar = rangeNames[overview.range].bar
  const columns: readonly Column<Bucket>[] = [
    {
      header: bar,
      isRowHeader: true,
      cell: ({ from }) => <time dateTime={from}>{barLabel(from, overview)}</time>,
    },
    { header: 'Executions', isNumber: true, cell: ({ counts }) => counts.reduce((sum, count) => sum + count, 0) },
    { header: 'Failed', isNumber: true, cell: ({ failed }) => failed },
  ]
  return (
    <details className="overview-bars">
      <summary>Counts by {bar.toLowerCase()}</summary>
      <ConsoleTable label="Counts" columns={columns} rows={overview.buckets} idOf={({ from }) => from} />
    </details>
  )
}
