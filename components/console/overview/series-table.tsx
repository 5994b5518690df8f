import type { Overview } from '#lib/shared/console-overview.ts'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { SeriesMark } from './series-look.tsx'

type Row = Overview['series'][number] & { index: number; total: number }

const columns: Column<Row>[] = [
  {
    id: 'name',
    header: 'Who',
    cell: ({ row: { original } }) => (
      <span className="series-name">
        <SeriesMark index={original.index} />
        {original.name}
      </span>
    ),
  },
  { id: 'total', header: 'Executions', isNumber: true, cell: ({ row }) => row.original.total.toLocaleString('en-GB') },
  { id: 'failed', header: 'Failed or stopped', isNumber: true, cell: ({ row }) => row.original.failed },
  {
    id: 'busiest',
    header: 'Most in one step',
    isNumber: true,
    cell: ({ row }) => Math.max(0, ...row.original.counts),
  },
]

/** The numbers behind the chart, and its legend. */
export function SeriesTable({ overview: { series } }: { overview: Overview }) {
  const rows = series.map((one, index) => ({ ...one, index, total: one.counts.reduce((sum, count) => sum + count, 0) }))
  return <ConsoleTable label="Executions by profile" columns={columns} rows={rows} idOf={({ id }) => id} />
}
