'use client'

import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import {
  ExecutionFacets,
  ExecutionPage,
  ExecutionQuery,
  type ExecutionRow,
} from '#lib/console/model/console-executions.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Actor } from '../actor.tsx'
import type { Column } from '../console-table.tsx'
import { Choice, Day, Words } from '../filter-fields.tsx'
import { FilteredList } from '../filtered-list.tsx'
import { Moment } from '../moment.tsx'
import { ExecutionStatus, FuelLeft } from './execution-status.tsx'
import { durationText } from './execution-words.ts'
import { StateCounts } from './state-counts.tsx'

const columns: Column<ExecutionRow>[] = [
  { header: 'Status', cell: (row) => <ExecutionStatus execution={row} /> },
  { header: 'Started', cell: (row) => <Started execution={row} /> },
  { header: 'Execution', from: 'tablet', cell: (row) => <ExecutionLink id={row.id} /> },
  {
    header: 'Skill',
    cell: (row) => (
      <>
        <b>{row.skill}</b> <span className="faint">{row.version}</span>
      </>
    ),
  },
  { header: 'What was asked', from: 'tablet', cell: (row) => <span className="execution-asked">{row.summary}</span> },
  { header: 'Asked by', from: 'desktop', cell: ({ by }) => <Actor by={by} /> },
  {
    header: 'Data',
    from: 'desktop',
    cell: (row) => row.data && <Badge tone={row.data === 'live' ? 'ok' : 'sample'}>{row.data}</Badge>,
  },
  {
    header: 'Time',
    isNumber: true,
    cell: (row) => (row.duration_ms === null ? '' : durationText(row.duration_ms)),
  },
  {
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
  const facets = useConsoleQuery(ExecutionFacets, '/executions/facets').data
  return (
    <FilteredList
      title="Executions"
      name="Executions"
      path="/executions"
      answer={ExecutionPage}
      known={ExecutionQuery.shape}
      pollMs={(answer) => (answer?.executions.some(isOpen) ? runningPollMs : idlePollMs)}
      filters={(fieldOf) => (
        <>
          <Choice label="Skill" options={facets?.skills.map((name) => [name, name])} {...fieldOf('skill')} />
          <Choice
            label="Profile"
            options={facets?.profiles.map(({ id, description }) => [id, description])}
            {...fieldOf('profile')}
          />
          <Day label="From" {...fieldOf('from')} />
          <Day label="To" {...fieldOf('to')} />
          <Words label="Id, route, script, skill or profile" {...fieldOf('text')} />
          <StateCounts {...fieldOf('state')} />
        </>
      )}
      table={{
        label: 'Executions, the latest first',
        columns,
        sorted: { column: 'Started', direction: 'descending' },
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
