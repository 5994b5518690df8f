'use client'

import { useState } from 'react'
import { useConsoleQuery } from '#lib/client/console/use-console.ts'
import { Overview, type OverviewSpan } from '#lib/shared/console-overview.ts'
import { Button } from '../../ui/button.tsx'
import { ConsoleBox, ConsolePage } from '../console-page.tsx'
import { durationText } from '../executions/execution-words.ts'
import { QueryState } from '../query-state.tsx'
import { ExecutionsChart } from './executions-chart.tsx'
import { FirstSteps } from './first-steps.tsx'
import { SeriesTable } from './series-table.tsx'

const pollMs = 10_000
const spanNames: Record<OverviewSpan, string> = { day: '24 hours', week: '7 days' }

/** The console's first page: what ran lately, what runs now, and on a new instance the first steps. */
export function OverviewView() {
  const [span, setSpan] = useState<OverviewSpan>('day')
  const query = useConsoleQuery(Overview, `/overview?span=${span}`, { keepsPrevious: true, pollMs: () => pollMs })
  return (
    <ConsolePage
      title="Overview"
      end={
        <fieldset className="span-choice">
          <legend className="sr-only">Shown time</legend>
          {(['day', 'week'] as const).map((name) => (
            <Button key={name} size="sm" aria-pressed={span === name} onClick={() => setSpan(name)}>
              {spanNames[name]}
            </Button>
          ))}
        </fieldset>
      }
    >
      <QueryState query={query} name="The overview">
        {(overview) => (
          <>
            <FirstSteps setup={overview.setup} />
            <Figures overview={overview} />
            <ConsoleBox title="Executions over time" note={`last ${spanNames[overview.span]}`}>
              {overview.total === 0 ? (
                <p className="console-empty">Nothing ran in the last {spanNames[overview.span]}.</p>
              ) : (
                <>
                  <ExecutionsChart overview={overview} />
                  <SeriesTable overview={overview} />
                </>
              )}
            </ConsoleBox>
          </>
        )}
      </QueryState>
    </ConsolePage>
  )
}

function Figures({ overview }: { overview: Overview }) {
  const { total, failed, duration_ms: duration, active_profiles, queued, running, waiting } = overview
  const figures: [name: string, value: string, note?: string][] = [
    ['Executions', total.toLocaleString('en-GB')],
    ['Failed or stopped', total === 0 ? '–' : `${((failed / total) * 100).toFixed(1)} %`, `${failed} of ${total}`],
    [
      'Median time',
      duration ? durationText(duration.p50) : '–',
      duration
        ? `95 % under ${durationText(duration.p95)}, 99 % under ${durationText(duration.p99)}`
        : 'nothing has ended',
    ],
    ['Active profiles', String(active_profiles), 'locked, not expired or revoked'],
    ['Queue', String(queued), `${running} running, ${waiting} waiting for a model`],
  ]
  return (
    <dl className="console-box console-figures">
      {figures.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {note && <span>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
