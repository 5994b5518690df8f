import type { ReactNode } from 'react'
import type { ConsoleOverview } from '#lib/console/model/console-overview.ts'
import { numberFormat } from '#lib/platform/model/formatters.ts'
import { formatDuration, formatElapsed } from '#lib/travel/model/format.ts'
import { errorRate, rangeNames } from './range-names.ts'

const count = (value: number) => numberFormat('en-GB', {}).format(value)
const minuteMs = 60_000

/** The figures of the selected range, such as executions, and the present ones, such as active profiles. */
export function FigureStrip({ overview }: { overview: ConsoleOverview }) {
  const { total, profiles, queue, llm, until } = overview
  const time = rangeNames[overview.range].short
  const kept = profiles.locked + profiles.unlocked + profiles.expired
  const others = [
    profiles.unlocked > 0 && `${profiles.unlocked} setting up`,
    profiles.expired > 0 && `${profiles.expired} expired`,
  ].filter(Boolean)
  const oldestMs = llm.oldest_since === null ? 0 : Date.parse(until) - Date.parse(llm.oldest_since)
  return (
    <dl className="console-box overview-strip">
      <Figure name={`Executions, ${time}`} value={count(total.executions)} />
      <Figure name={`Error rate, ${time}`} value={errorRate(total)} note={`${count(total.failed)} failed`} />
      <Figure
        name={`Duration, ${time}`}
        value={
          <>
            <span className="overview-pair">
              <small>p50</small> {elapsed(total.p50_ms)}
            </span>{' '}
            <span className="overview-pair">
              <small>p95</small> {elapsed(total.p95_ms)}
            </span>
          </>
        }
        note="Without time waiting for an LLM"
      />
      <Figure
        name="Active profiles"
        value={
          <>
            {profiles.locked} {kept > profiles.locked && <small>of {kept}</small>}
          </>
        }
        note={others.join(', ')}
      />
      <Figure name="Queue depth now" value={count(queue.pending)} note={`${count(queue.running)} running`} />
      <Figure
        name="Waiting for an LLM"
        value={count(llm.waiting)}
        note={llm.waiting > 0 ? `Oldest ${formatDuration(oldestMs / minuteMs)}` : ''}
      />
    </dl>
  )
}

function Figure({ name, value, note = '' }: { name: string; value: ReactNode; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {note !== '' && <dd className="overview-note">{note}</dd>}
    </div>
  )
}

export const elapsed = (ms: number | null) => (ms === null ? '–' : formatElapsed(ms))
