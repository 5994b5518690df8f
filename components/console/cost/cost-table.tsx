import type { ConsoleCost, Cost, CostDay, CostRow } from '#lib/console/model/console-cost.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { costText, type Measure, measureNames, measures } from './cost-words.ts'

type From = 'tablet' | 'desktop'
const from: Readonly<Partial<Record<Measure, From>>> = {
  run_s: 'tablet',
  host_calls: 'tablet',
  bytes: 'desktop',
  tokens: 'desktop',
}

const measureColumns = measures.map((measure): Column<Cost> => {
  const narrowest = from[measure]
  return {
    header: measureNames[measure],
    isNumber: true,
    ...(narrowest ? { from: narrowest } : {}),
    cell: (cost) => costText(cost, measure),
  }
})

const rowColumns: readonly Column<CostRow>[] = [
  { header: 'Who', isRowHeader: true, cell: ({ owner }) => <OwnerName owner={owner} /> },
  { header: 'Skill', cell: ({ skill }) => skill },
  ...measureColumns,
]

/** The cost of each profile, key and skill. */
export const CostTable = ({ cost }: { cost: ConsoleCost }) => (
  <ConsoleTable
    label="Cost by profile, key and skill"
    columns={rowColumns}
    rows={cost.rows}
    idOf={({ owner, skill }) => `${owner.id} ${skill}`}
  />
)

const dayColumns: readonly Column<CostDay>[] = [
  { header: 'Day', isRowHeader: true, cell: ({ day }) => <time dateTime={day}>{day}</time> },
  ...measureColumns,
]

/** The chart as a table, for readers who cannot see it and for exact figures. */
export const DayTable = ({ days }: { days: readonly CostDay[] }) => (
  <details className="overview-bars">
    <summary>Figures by day</summary>
    <ConsoleTable label="Cost by day" columns={dayColumns} rows={days.toReversed()} idOf={({ day }) => day} />
  </details>
)

/** A profile or key with a link to its page. A deleted one has no page. */
export function OwnerName({ owner: { kind, id, name } }: Pick<CostRow, 'owner'>) {
  if (kind === 'others') return name
  return <TextLink href={kind === 'profile' ? `/console/profiles/${id}` : '/console/agents'}>{name}</TextLink>
}
