'use client'

import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import {
  type Bucket,
  ConsoleOverview,
  type OverviewRange,
  overviewPath,
  overviewRanges,
} from '#lib/console/model/console-overview.ts'
import { formatDuration } from '#lib/travel/model/format.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Clamped } from '../actor.tsx'
import { ConsoleBox, ConsolePage } from '../console-page.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { useZone } from '../frame/zone.tsx'
import { QueryState } from '../query-state.tsx'
import { FailureTable } from './failure-table.tsx'
import { FigureStrip } from './figure-strip.tsx'
import { FirstSteps } from './first-steps.tsx'
import { RangeLinks } from './range-links.tsx'
import { barLabel, rangeNames } from './range-names.ts'
import { SeriesChart } from './series-chart.tsx'
import { SeriesTable } from './series-table.tsx'
import { TaskList } from './task-list.tsx'

/** A long range changes slowly and takes longer to read. */
const pollMs: Readonly<Record<OverviewRange, number>> = { '24h': 10_000, '14d': 10_000, '90d': 60_000 }

const links = overviewRanges.map((range) => ({
  range,
  href: `/console?range=${range}`,
  text: rangeNames[range].short,
}))

/** What runs, what ran, and what needs the operator. Refreshed while the page is open. */
export function Overview({ range }: { range: OverviewRange | undefined }) {
  const { zone } = useZone()
  const query = useConsoleQuery(ConsoleOverview, overviewPath(range, zone), {
    pollMs: (overview) => pollMs[overview?.range ?? '14d'],
    keepsPrevious: true,
  })
  return (
    <ConsolePage title="Overview" end={<RangeLinks links={links} current={range ?? query.data?.range} />}>
      <QueryState query={query} name="The overview">
        {(overview) => (
          <div className="overview" aria-busy={query.isPlaceholderData}>
            {/* Before the figures on a phone. On a desktop, a column beside the chart. */}
            <TaskList overview={overview} />
            <div className="overview-column overview-top">
              <FirstSteps setup={overview.setup} />
              <FigureStrip overview={overview} />
            </div>
            <div className="overview-column">
              <ConsoleBox title="Executions per profile" note={rangeNames[overview.range].long}>
                {overview.total.executions === 0 ? (
                  <p className="console-empty">Nothing ran in this time.</p>
                ) : (
                  <>
                    <SeriesChart overview={overview} />
                    <SeriesTable overview={overview} />
                    <BarTable overview={overview} />
                  </>
                )}
              </ConsoleBox>
              <ConsoleBox
                title="Last failures"
                note={<TextLink href="/console/executions?state=failed">All failures</TextLink>}
              >
                <FailureTable failures={overview.failures} />
              </ConsoleBox>
            </div>
            <LlmWaits llm={overview.llm} until={overview.until} />
          </div>
        )}
      </QueryState>
    </ConsolePage>
  )
}

/** The chart as a table, for readers who cannot see it and for exact counts. */
function BarTable({ overview }: { overview: ConsoleOverview }) {
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

/** The profiles whose scripts wait for the models of their agents. */
function LlmWaits({ llm, until }: { llm: ConsoleOverview['llm']; until: string }) {
  const { waiting, counted, oldest_since: since, by_profile: profiles } = llm
  const rest = waiting - profiles.reduce((sum, one) => sum + one.waiting, 0)
  return (
    <ConsoleBox title="Waiting for an LLM" note={`${waiting} ${waiting === 1 ? 'execution' : 'executions'}`}>
      {waiting === 0 ? (
        <p className="console-empty">No script waits for an answer of its agent’s model.</p>
      ) : (
        <div className="overview-waits">
          <dl>
            {profiles.map((one) => (
              <div key={one.id}>
                <dt>
                  <TextLink href={`/console/profiles/${one.id}`}>
                    <Clamped>{one.name}</Clamped>
                  </TextLink>
                </dt>
                <dd>
                  {counted === 'oldest' && '≥ '}
                  {one.waiting}
                </dd>
              </div>
            ))}
            {rest > 0 && (
              <div>
                <dt>{counted === 'oldest' ? 'Others' : 'Other profiles'}</dt>
                <dd>{rest}</dd>
              </div>
            )}
          </dl>
          <p className="quiet">
            {since !== null &&
              `The oldest has waited ${formatDuration((Date.parse(until) - Date.parse(since)) / 60_000)}. `}
            They hold no sandbox while they wait.
          </p>
        </div>
      )}
    </ConsoleBox>
  )
}
