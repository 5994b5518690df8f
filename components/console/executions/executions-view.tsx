'use client'

import { useSearchParams } from 'next/navigation'
import { dayBefore } from '#lib/console/client/console-time.ts'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { inZone } from '#lib/console/model/console-day.ts'
import {
  Done,
  ExecutionFacets,
  ExecutionPage,
  ExecutionQuery,
  type ExecutionRow,
  StartedRerun,
} from '#lib/console/model/console-executions.ts'
import { scriptName } from '#runner/contract/errors.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Actor, Clamped } from '../actor.tsx'
import type { Column } from '../console-table.tsx'
import { Choice, Day, Words } from '../filter-fields.tsx'
import { useZone } from '../frame/zone.tsx'
import { Moment } from '../moment.tsx'
import { ResourcePage, validFilters } from '../resources/resource-page.tsx'
import type { Bulk } from '../resources/resource-table.tsx'
import { shortId } from '../short-id.ts'
import { ExecutionStatus, FuelLeft } from './execution-status.tsx'
import { durationText } from './execution-words.ts'
import { SavedExecutionFilters } from './saved-filters.tsx'
import { StateCounts } from './state-counts.tsx'
import { TimeChart } from './time-chart.tsx'

const columns: Column<ExecutionRow>[] = [
  {
    header: 'Status',
    cell: (row) => (
      <>
        <ExecutionStatus execution={row} />
        <small className="is-narrow">
          <Started execution={row} />
        </small>
      </>
    ),
  },
  { header: 'Started', from: 'tablet', cell: ({ started_at: at }) => <Moment at={at} precision="second" /> },
  { header: 'Execution', from: 'tablet', cell: (row) => <ExecutionLink id={row.id} /> },
  {
    header: 'Skill',
    cell: (row) => (
      <>
        <b>{row.skill}</b> <span className="faint">{row.version}</span>
        {row.data && (
          <>
            {' '}
            <Badge tone={row.data === 'live' ? 'ok' : 'sample'}>{row.data}</Badge>
          </>
        )}
        <div className="is-narrow">
          <Asked execution={row} />
        </div>
      </>
    ),
  },
  { header: 'What was asked, and by whom', from: 'tablet', cell: (row) => <Asked execution={row} /> },
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

const isScript = ({ skill, by }: ExecutionRow) => skill === 'script' && by.actor?.kind === 'profile'
const isUnended = ({ state }: ExecutionRow) => state === 'pending' || state === 'running' || state === 'waiting'

/** What can be done with several executions. */
const bulk: Bulk<ExecutionRow> = {
  what: 'execution',
  nameOf: ({ id }) => shortId(id),
  unfit: 'Only scripts can be ended or run again here.',
  deeds: [
    {
      label: (count) => `End ${count}`,
      verb: { do: 'End', doing: 'Ending', done: 'ended' },
      fits: (row) => isScript(row) && isUnended(row),
      call: ({ id }) => ({ path: `/executions/${id}/cancel`, answer: Done }),
      effect: 'They stop at once and give no result. This cannot be undone.',
      isFinal: true,
    },
    {
      label: (count) => `Run ${count} again`,
      verb: { do: 'Run again', doing: 'Starting', done: 'started again' },
      fits: (row) => isScript(row) && !isUnended(row),
      call: ({ id }) => ({ path: `/executions/${id}/rerun`, answer: StartedRerun, body: {} }),
      effect: 'Each becomes a new execution in your name, with the rules of its profile. What it sends is really sent.',
    },
  ],
}

const runningPollMs = 2_000
const idlePollMs = 15_000

/** Executions of every kind. Polls, and more often while an execution runs. */
export function ExecutionsView() {
  const facets = useConsoleQuery(ExecutionFacets, '/executions/facets').data
  const { zone } = useZone()
  const yesterday = dayBefore(new Date(), zone)
  const filters = inZone(validFilters(useSearchParams(), ExecutionQuery.shape), zone)
  return (
    <ResourcePage
      title="Executions"
      path="/executions"
      answer={ExecutionPage}
      query={ExecutionQuery.shape}
      isLive
      pollMs={(answer) => (answer?.executions.some(isOpen) ? runningPollMs : idlePollMs)}
      end={(['csv', 'json'] as const).map((format) => (
        <a
          key={format}
          className="btn btn-sm"
          href={`/api/console/executions/export?${new URLSearchParams([...filters, ['format', format]])}`}
          download
        >
          Export {format.toUpperCase()}
        </a>
      ))}
      filters={(fieldOf, choose) => (
        <>
          <TimeChart choose={choose} />
          <Choice label="Skill" options={facets?.skills.map((name) => [name, name])} {...fieldOf('skill')} />
          <Choice
            label="Profile"
            options={facets?.profiles.map(({ id, description }) => [id, description])}
            {...fieldOf('profile')}
          />
          <Day label="From" {...fieldOf('from')} />
          <Day label="To" {...fieldOf('to')} />
          <Button size="sm" onClick={() => choose({ from: yesterday, to: yesterday })}>
            Yesterday
          </Button>
          <Words label="Id or words" {...fieldOf('text')} />
          <StateCounts {...fieldOf('state')} />
          <SavedExecutionFilters />
        </>
      )}
      label="Executions, the latest first"
      columns={columns}
      sorted={{ column: 'Started', direction: 'descending' }}
      rowsOf={({ executions }) => executions}
      idOf={({ id }) => id}
      nextOf={({ next }) => next}
      bulk={() => bulk}
      empty={noExecutions}
    />
  )
}

const noExecutions = ({ isFiltered }: { isFiltered: boolean }) =>
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

/** The start time on a phone, which has no room for the id: it links to the execution. */
const Started = ({ execution: { id, started_at: at } }: { execution: ExecutionRow }) => (
  <TextLink href={`/console/executions/${id}`}>
    <Moment at={at} precision="second" />
  </TextLink>
)

/** The request, and who sent it. Of a script, only the profile: the skill is named beside it. */
function Asked({ execution: { skill, summary, by } }: { execution: ExecutionRow }) {
  if (skill === scriptName) return <Actor by={by} />
  return (
    <>
      <Clamped>{summary}</Clamped>
      <small>
        <Actor by={by} />
      </small>
    </>
  )
}

function ExecutionLink({ id }: { id: string }) {
  return (
    <TextLink className="console-mono" href={`/console/executions/${id}`}>
      {shortId(id)}
    </TextLink>
  )
}
