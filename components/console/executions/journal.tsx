import { Fragment, useState } from 'react'
import type { ExecutionDetail, JournalCall } from '#lib/console/model/console-executions.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { hostOps, operations } from '#runner/contract/operations/host-operations.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { FuelLeft } from './execution-status.tsx'
import { durationText, lookOf } from './execution-words.ts'

const icons: ReadonlyMap<string, IconName> = new Map(hostOps.map((op) => [op, operations[op].icon]))

const outcomes: Record<JournalCall['outcome'], string> = {
  done: '',
  failed: 'Failed',
  refused: 'Refused, nothing was sent',
  waiting: 'Waiting',
  unknown: 'It may or may not have arrived',
}

/** A long journal shows this many calls at each end. */
const shownAtEachEnd = 20

/** The host calls in their order, with the time and fuel of each. */
export function Journal({ execution }: { execution: ExecutionDetail }) {
  const { journal, journal_length, fuel_limit, limits, state } = execution
  const isOver = state === 'completed' || state === 'failed' || state === 'cancelled'
  const end = lookOf(execution)
  const count = journal_length === 1 ? '1 host call' : `${journal_length} host calls`
  return (
    <ConsoleBox title="Journal" note={count}>
      <ol className="journal">
        <li>
          <Icon name="play" small />
          <span className="journal-op">start</span>
          <span className="journal-what">
            <b>Sandbox started</b>
            {limits && (
              <span>
                {limits.memory_mb} MB memory, {durationText(limits.timeout_ms)}, {limits.host_calls} host calls
              </span>
            )}
          </span>
          <span />
          <span />
          <span className="journal-fuel">
            <FuelLeft left={fuel_limit} limit={fuel_limit} />
          </span>
        </li>
        <Calls journal={journal} limit={fuel_limit} />
        {journal_length > journal.length && (
          <li className="journal-more">{journal_length - journal.length} more host calls are not shown.</li>
        )}
        {isOver && (
          <li>
            <Icon name={end.icon} small />
            <span className="journal-op">end</span>
            <span className="journal-what">
              <b>{end.text}</b>
            </span>
            <span />
            <span />
            <span className="journal-fuel">
              <FuelLeft left={execution.fuel_left} limit={fuel_limit} />
            </span>
          </li>
        )}
      </ol>
    </ConsoleBox>
  )
}

/**
 * The calls. The middle of a long journal is hidden until the reader asks for it, except for refused and failed calls and
 * those with an unknown or no end.
 */
function Calls({ journal, limit }: { journal: readonly JournalCall[]; limit: number | null }) {
  const [isWhole, setIsWhole] = useState(false)
  const longest = Math.max(1, ...journal.map(({ duration_ms }) => duration_ms))
  const lastStart = journal.length - shownAtEachEnd
  const isInMiddle = (index: number) => index >= shownAtEachEnd && index < lastStart
  const hidden = journal.filter(({ outcome }, index) => outcome === 'done' && isInMiddle(index)).length
  return journal.map((call, index) => (
    <Fragment key={call.seq}>
      {hidden > 0 && index === shownAtEachEnd && (
        <li className="journal-more">
          <Button size="sm" variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? `Hide ${counted(hidden, 'host call')}` : `Show all ${journal.length} host calls`}
          </Button>
        </li>
      )}
      {(isWhole || call.outcome !== 'done' || !isInMiddle(index)) && (
        <Call call={call} longest={longest} limit={limit} />
      )}
    </Fragment>
  ))
}

/** A redirect is followed hop by hop, so a blocked request may have reached its first host. */
function endOf({ outcome, result }: JournalCall): string {
  if (outcome === 'refused' && result === 'EGRESS_BLOCKED') return `${outcomes.refused} to the refused address`
  const detail = outcome === 'refused' || outcome === 'unknown' ? '' : result
  return [outcomes[outcome], detail].filter(Boolean).join(': ')
}

function Call({ call, longest, limit }: { call: JournalCall; longest: number; limit: number | null }) {
  const { op, title, note, outcome, duration_ms, fuel_left } = call
  const isRefused = outcome === 'refused'
  return (
    <li className={classes(isRefused && 'is-refused', outcome === 'failed' && 'is-failed')}>
      <Icon name={icons.get(op) ?? 'code'} small />
      <span className="journal-op">{op}</span>
      <span className="journal-what">
        <b>{title}</b>
        {note && <span>{note}</span>}
      </span>
      <span className="journal-bar" aria-hidden="true">
        <i style={{ width: `max(2px, ${(duration_ms / longest) * 100}%)` }} />
      </span>
      <span className="journal-result">
        <b>{endOf(call)}</b> {outcome !== 'waiting' && durationText(duration_ms)}
      </span>
      <span className="journal-fuel">
        <FuelLeft left={fuel_left} limit={limit} />
      </span>
    </li>
  )
}
