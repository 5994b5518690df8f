'use client'

import { useSearchParams } from 'next/navigation'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { ExecutionPage, ExecutionQuery, type ExecutionRow, readFilters } from '#lib/console/model/console-executions.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { Moment } from '../moment.tsx'
import { Pager, without } from '../pager.tsx'
import { QueryState } from '../query-state.tsx'
import { unknownFilterText } from '../unknown-filters.ts'
import { ExecutionFilterBar } from './execution-filter-bar.tsx'
import { ExecutionStatus, FuelLeft } from './execution-status.tsx'
import { callerOf, durationText } from './execution-words.ts'

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
  { id: 'caller', header: 'Asked by', from: 'desktop', cell: (row) => callerOf(row) },
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

/** Executions of every kind, with filters in the URL. Polls, and more often while an execution runs. */
export function ExecutionsView() {
  const query = useSearchParams()
  const search = query.toString()
  const page = useConsoleQuery(ExecutionPage, `/executions${search === '' ? '' : `?${search}`}`, {
    keepsPrevious: true,
    // Older pages do not change, so they are not polled.
    pollMs: (answer) => (query.has('after') ? 0 : answer?.executions.some(isOpen) ? runningPollMs : idlePollMs),
  })
  const mistake = unknownFilterText(query, ExecutionQuery.shape)
  return (
    <>
      <ExecutionFilterBar
        filters={readFilters(Object.fromEntries(query))}
        // A mistake is reported with the same link.
        isFiltered={mistake === undefined && without(query, 'after').size > 0}
      />
      <QueryState
        query={page}
        name="Executions"
        mistake={mistake}
        wayOut={mistake === undefined ? undefined : { href: '/console/executions', text: 'Clear filters' }}
      >
        {({ executions, next }) => (
          <>
            {executions.length === 0 ? (
              <NoExecutions isFiltered={search !== ''} />
            ) : (
              <div className="console-box">
                <ConsoleTable
                  label="Executions, the latest first"
                  columns={columns}
                  rows={executions}
                  idOf={({ id }) => id}
                  sorted={{ column: 'started', direction: 'descending' }}
                  isBusy={page.isPlaceholderData}
                />
              </div>
            )}
            <Pager query={query} next={next} />
          </>
        )}
      </QueryState>
    </>
  )
}

function NoExecutions({ isFiltered }: { isFiltered: boolean }) {
  return (
    <p className="console-box console-empty">
      {isFiltered ? (
        <>
          Nothing matches these filters. <TextLink href="/console/executions">Show all executions</TextLink>
        </>
      ) : (
        <>
          Nothing has run yet. <TextLink href="/">Search for flights</TextLink>, and the search appears here.
        </>
      )}
    </p>
  )
}

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
