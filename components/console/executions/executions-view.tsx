'use client'

import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useConsoleQuery } from '#lib/client/console/use-console.ts'
import { ExecutionPage, type ExecutionRow, readFilters } from '#lib/shared/console-executions.ts'
import { Badge } from '../../ui/badge.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { Pager, without } from '../pager.tsx'
import { QueryState } from '../query-state.tsx'
import { ExecutionFilterBar } from './execution-filter-bar.tsx'
import { ExecutionStatus, FuelLeft } from './execution-status.tsx'
import { callerOf, durationText, timeText } from './execution-words.ts'

const columns: Column<ExecutionRow>[] = [
  { id: 'status', header: 'Status', cell: ({ row }) => <ExecutionStatus execution={row.original} /> },
  { id: 'started', header: 'Started', cell: ({ row }) => <Started at={row.original.started_at} /> },
  { id: 'execution', header: 'Execution', cell: ({ row }) => <ExecutionLink id={row.original.id} /> },
  {
    id: 'skill',
    header: 'Skill',
    cell: ({ row: { original } }) => (
      <>
        <b>{original.skill}</b> <span className="faint">{original.version}</span>
      </>
    ),
  },
  { id: 'asked', header: 'What was asked', cell: ({ row }) => row.original.summary },
  { id: 'caller', header: 'Asked by', cell: ({ row }) => callerOf(row.original) },
  {
    id: 'data',
    header: 'Data',
    cell: ({ row: { original } }) =>
      original.data && <Badge tone={original.data === 'live' ? 'ok' : 'sample'}>{original.data}</Badge>,
  },
  {
    id: 'time',
    header: 'Time',
    isNumber: true,
    cell: ({ row: { original } }) => (original.duration_ms === null ? '' : durationText(original.duration_ms)),
  },
  {
    id: 'fuel',
    header: 'Fuel left',
    isNumber: true,
    cell: ({ row: { original } }) => <FuelLeft left={original.fuel_left} limit={original.fuel_limit} />,
  },
]

const runningPollMs = 2_000
const idlePollMs = 15_000

/** Executions of every kind, with filters in the address. Polls, and more often while something runs. */
export function ExecutionsView() {
  const query = useSearchParams()
  const search = query.toString()
  const page = useConsoleQuery(ExecutionPage, `/executions${search === '' ? '' : `?${search}`}`, {
    keepsPrevious: true,
    // Older pages do not change.
    pollMs: (answer) => (query.has('after') ? 0 : answer?.executions.some(isOpen) ? runningPollMs : idlePollMs),
  })
  return (
    <>
      <ExecutionFilterBar
        filters={readFilters(Object.fromEntries(query))}
        isFiltered={without(query, 'after').size > 0}
      />
      <QueryState query={page} name="Executions">
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
          Nothing matches these filters. <Link href="/console/executions">Show all executions</Link>
        </>
      ) : (
        <>
          Nothing has run yet. <PageLink href="/">Search for flights</PageLink>, and the search appears here.
        </>
      )}
    </p>
  )
}

const isOpen = ({ state }: ExecutionRow) => state === 'running' || state === 'pending'

function Started({ at }: { at: string }) {
  return <time dateTime={at}>{timeText(at)}</time>
}

/** The first letters tell executions apart; the whole id is on its page. */
function ExecutionLink({ id }: { id: string }) {
  return (
    <PageLink className="text-link console-mono" href={`/console/executions/${id}`}>
      {id.slice(0, 11)}
    </PageLink>
  )
}
