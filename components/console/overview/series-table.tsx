import type { ConsoleOverview, Figures, Series } from '#lib/console/model/console-overview.ts'
import { numberFormat } from '#lib/platform/model/formatters.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Clamped } from '../actor.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { elapsed } from './figure-strip.tsx'
import { errorRate } from './range-names.ts'

type Row = Figures & {
  readonly kind: Series['kind'] | 'all'
  readonly id: string
  readonly name: string
  readonly at: number
}

/** The list of the executions of a row. Undefined: they have none. */
const listOf = ({ kind, id }: Row): string | undefined =>
  kind === 'all' ? '/console/executions' : kind === 'profile' ? `/console/executions?profile=${id}` : undefined

const columns: readonly Column<Row>[] = [
  {
    header: 'Profile',
    isRowHeader: true,
    cell: ({ kind, id, name, at }) => (
      <>
        {kind !== 'all' && <i className={`overview-swatch series-${at}`} aria-hidden="true" />}
        {kind === 'profile' ? (
          <TextLink href={`/console/profiles/${id}`}>
            <Clamped>{name}</Clamped>
          </TextLink>
        ) : (
          name
        )}
      </>
    ),
  },
  {
    header: 'Executions',
    isNumber: true,
    cell(row) {
      const href = listOf(row)
      const count = numberFormat('en-GB', {}).format(row.executions)
      return href === undefined ? count : <TextLink href={href}>{count}</TextLink>
    },
  },
  { header: 'Errors', isNumber: true, cell: (row) => errorRate(row) },
  { header: '10 ms to 10 s', from: 'tablet', cell: (row) => <DurationSpan figures={row} /> },
  { header: 'p50', isNumber: true, cell: ({ p50_ms }) => elapsed(p50_ms) },
  { header: 'p95', isNumber: true, cell: ({ p95_ms }) => elapsed(p95_ms) },
]

/** The figures of each profile, and the legend of the chart. */
export const SeriesTable = ({ overview: { series, total } }: { overview: ConsoleOverview }) => (
  <ConsoleTable
    label="Figures"
    className="overview-legend"
    columns={columns}
    rows={series.map((one, at) => ({ ...one, at }))}
    sum={{ ...total, kind: 'all', id: '', name: 'All', at: -1 }}
    idOf={({ id, kind }) => id || kind}
  />
)

const width = 120

/** The range from p50 to p95 on a logarithmic scale from 10 ms to 10 s. */
function DurationSpan({ figures: { p50_ms: from, p95_ms: to } }: { figures: Figures }) {
  if (from === null || to === null) return null
  const at = (ms: number) => Math.min(1, Math.max(0, (Math.log10(Math.max(ms, 1)) - 1) / 3)) * (width - 2)
  return (
    <svg className="overview-span" aria-hidden="true" viewBox={`0 0 ${width} 10`} width={width} height={10}>
      <path d={`M0 5H${width}${[0, 1, 2, 3].map((tick) => `M${0.5 + (tick * (width - 1)) / 3} 1v8`).join('')}`} />
      <rect x={at(from)} y={2} width={Math.max(2, at(to) - at(from))} height={6} />
    </svg>
  )
}
