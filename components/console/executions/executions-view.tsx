'use client'

import { ExecutionPage, ExecutionQuery, type ExecutionRow, readFilters } from '#lib/console/model/console-executions.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { actorWords } from '../actor-words.ts'
import type { Column } from '../console-table.tsx'
import { FilteredList } from '../filtered-list.tsx'
import { Moment } from '../moment.tsx'
import { ExecutionFilterFields } from './execution-filter-fields.tsx'
import { ExecutionStatus, FuelLeft } from './execution-status.tsx'
import { durationText } from './execution-words.ts'

const columns: Column<ExecutionRow>[] = [
  { id: 'status', header: 'Status', cell: (row) => <ExecutionStatus execution={row} /> },
  { id: 'started', header: 'Started', cell: (row) => <Started execution={row} /> },
  { id: 'execution', header: 'Execution', from: 'tablet', cell: (row) => <ExecutionLink id={row.id} /> },
  {
    id: 'skill',
    header: 'Skill',
    cell: (row) => (
      <>
        <b>{row.skill}</b> <span className="faint">{row.version}</span>
      </>
    ),
  },
  {
    id: 'asked',
    header: 'What was asked',
    from: 'tablet',
    cell: (row) => <span className="execution-asked">{row.summary}</span>,
  },
  { id: 'caller', header: 'Asked by', from: 'desktop', cell: (row) => actorWords(row.by) },
  {
    id: 'data',
    header: 'Data',
    from: 'desktop',
    cell: (row) => row.data && <Badge tone={row.data === 'live' ? 'ok' : 'sample'}>{row.data}</Badge>,
  },
  {
    id: 'time',
    header: 'Time',
    isNumber: true,
    cell: (row) => (row.duration_ms === null ? '' : durationText(row.duration_ms)),
  },
  {
    id: 'fuel',
    header: 'Fuel left',
    from: 'desktop',
    isNumber: true,
    cell: (row) => <FuelLeft left={row.fuel_left} limit={row.fuel_limit} />,
  },
]

const runningPollMs = 2_000
const idlePollMs = 15_000

/** Executions of every kind. Polls, and more often while an execution runs. */
export function ExecutionsView() {
  return (
    <FilteredList
      name="Executions"
      path="/executions"
      answer={ExecutionPage}
      known={ExecutionQuery.shape}
      pollMs={(answer) => (answer?.executions.some(isOpen) ? runningPollMs : idlePollMs)}
      filters={(query) => <ExecutionFilterFields filters={readFilters(query)} />}
      table={{
        label: 'Executions, the latest first',
        columns,
        sorted: { column: 'started', direction: 'descending' },
      }}
      rowsOf={({ executions }) => executions}
      empty={noExecutions}
    />
  )
}

const noExecutions = (isFiltered: boolean) =>
  isFiltered ? (
    <>
      Nothing matches these filters. <TextLink href="/console/executions">Show all executions</TextLink>
    </>
  ) : (
    <>
      Nothing has run yet. <TextLink href="/">Search for flights</TextLink>, and the search appears here.
    </>
  )

const isOpen = ({ state }: ExecutionRow) => state === 'running' || state === 'pending'

/** The start time. On a phone, which has no room for the id, it links to the execution. */
function Started({ execution: { id, started_at: at } }: { execution: ExecutionRow }) {
  const time = <Moment at={at} precision="second" />
  return (
    <>
      <span className="is-second">{time}</span>
      <TextLink className="is-narrow" href={`/console/executions/${id}`}>
        {time}
      </TextLink>
    </>
  )
}

/** The first letters of the id tell executions apart; the execution's page shows the whole id. */
function ExecutionLink({ id }: { id: string }) {
  return (
    <TextLink className="console-mono" href={`/console/executions/${id}`}>
      {id.slice(0, 11)}
    </TextLink>
  )
}
