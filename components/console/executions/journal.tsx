import { Fragment, useId, useState } from 'react'
import type { ExecutionDetail, JournalCall } from '#lib/console/model/console-executions.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { hostOps, operations } from '#runner/contract/operations/host-operations.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { iconNamed, moreIcons } from '../../ui/more-icons.ts'
import { ConsoleBox } from '../console-page.tsx'
import { FuelLeft } from './execution-status.tsx'
import { durationText, lookOf, sizeText, statusTone } from './execution-words.ts'

const icons: ReadonlyMap<string, IconName> = new Map(hostOps.map((op) => [op, iconNamed(operations[op].icon)]))

const outcomes: Record<JournalCall['outcome'], string> = {
  done: '',
  failed: 'Failed',
  refused: 'Refused, nothing was sent',
  waiting: 'Waiting',
  unknown: 'It may or may not have arrived',
}

/** A long journal shows this many calls at each end. */
const shownAtEachEnd = 20

/** A journal of at least this many calls has a filter. */
const longEnoughToFilter = 8

/** The host calls in their order on a time axis, with the size and fuel of each. */
export function Journal({ execution }: { execution: ExecutionDetail }) {
  const { journal, journal_length, fuel_limit, limits, state } = execution
  const [filter, setFilter] = useState('')
  const filterId = useId()
  const line = timelineOf(journal)
  const shown = journal.filter((call) => hasText(call, filter.trim().toLowerCase()))
  const isOver = state === 'completed' || state === 'failed' || state === 'cancelled'
  const end = lookOf(execution)
  const count = journal_length === 1 ? '1 host call' : `${journal_length} host calls`
  return (
    <ConsoleBox title="Journal" note={count}>
      {journal.length >= longEnoughToFilter && (
        <search className="journal-filter row-wrap dim">
          <label htmlFor={filterId}>Filter the host calls</label>
          <input id={filterId} type="search" value={filter} onChange={({ target }) => setFilter(target.value)} />
          <span role="status">{filter.trim() !== '' && counted(shown.length, 'host call')}</span>
        </search>
      )}
      {line.ticks.length > 0 && (
        <div className="journal-axis" aria-hidden="true">
          <span>
            {line.ticks.map((ms) => (
              <i key={ms} style={{ left: `${(ms / line.spanMs) * 100}%` }}>
                {durationText(ms)}
              </i>
            ))}
          </span>
        </div>
      )}
      <ol className="journal">
        <li>
          <Icon name={moreIcons.play} small />
          <span className="journal-op">start</span>
          <span className="journal-what flow">
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
        <Calls journal={shown} isFiltered={shown.length < journal.length} line={line} limit={fuel_limit} />
        {journal_length > journal.length && (
          <li className="journal-more">{journal_length - journal.length} more host calls are not shown.</li>
        )}
        {isOver && (
          <li>
            <Icon name={end.icon} small />
            <span className="journal-op">end</span>
            <span className="journal-what flow">
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

interface CallsProps {
  journal: readonly JournalCall[]
  isFiltered: boolean
  line: Timeline
  limit: number | null
}

const hasText = ({ op, title, note, outcome, result, status }: JournalCall, text: string): boolean =>
  [op, title, note, outcome, outcomes[outcome], result, status].some((part) =>
    String(part).toLowerCase().includes(text),
  )

/**
 * The calls. The middle of a long journal is hidden until the reader asks for it, except for refused and failed calls and
 * those with an unknown or no end.
 */
function Calls({ journal, isFiltered, line, limit }: CallsProps) {
  const [isWhole, setIsWhole] = useState(false)
  const lastStart = journal.length - shownAtEachEnd
  const isInMiddle = (index: number) => !isFiltered && index >= shownAtEachEnd && index < lastStart
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
      {(isWhole || call.outcome !== 'done' || !isInMiddle(index)) && <Call call={call} line={line} limit={limit} />}
    </Fragment>
  ))
}

/** A redirect is followed hop by hop, so a blocked request may have reached its first host. */
function endOf({ outcome, result }: JournalCall): string {
  if (outcome === 'refused' && result === 'EGRESS_BLOCKED') return `${outcomes.refused} to the refused address`
  const detail = outcome === 'refused' || outcome === 'unknown' ? '' : result
  return [outcomes[outcome], detail].filter(Boolean).join(': ')
}

function Call({ call, line, limit }: { call: JournalCall; line: Timeline; limit: number | null }) {
  const { op, title, note, outcome, status, bytes, at_ms, duration_ms, fuel_left } = call
  const isRefused = outcome === 'refused'
  return (
    <li className={classes(isRefused && 'is-refused', outcome === 'failed' && 'is-failed')}>
      <Icon name={icons.get(op) ?? moreIcons.code} small />
      <span className="journal-op">{op}</span>
      <span className="journal-what flow">
        <b>{title}</b>
        {note && <span>{note}</span>}
        {at_ms !== null && <span className="journal-at">at {durationText(at_ms)}</span>}
      </span>
      <span className="journal-bar" aria-hidden="true">
        <i style={line.placeOf(call)} />
      </span>
      <span className="journal-result">
        {status !== null && <b className={`tone-${statusTone(status)}`}>{status}</b>} <b>{endOf(call)}</b>{' '}
        {bytes !== null && `${sizeText(bytes)}, `}
        {outcome !== 'waiting' && durationText(duration_ms)}
      </span>
      <span className="journal-fuel">
        <FuelLeft left={fuel_left} limit={limit} />
      </span>
    </li>
  )
}

/** Where the calls of a journal are on its time axis. */
export type Timeline = {
  readonly spanMs: number
  /** The times of the marks, from 0. Empty: the journal does not say when its calls began, and bars show only how long they took. */
  readonly ticks: readonly number[]
  readonly placeOf: (call: JournalCall) => { readonly left?: string; readonly width: string }
}

/** At most five marks fit under each other's words. */
const maxTicks = 5
const steps = [1, 2, 5]

export function timelineOf(journal: readonly JournalCall[]): Timeline {
  const isTimed = journal.length > 0 && journal.every(({ at_ms }) => at_ms !== null)
  const spanMs = Math.max(1, ...journal.map(({ at_ms, duration_ms }) => (isTimed ? (at_ms ?? 0) : 0) + duration_ms))
  const share = (ms: number) => `${(ms / spanMs) * 100}%`
  return {
    spanMs,
    ticks: isTimed ? ticksOf(spanMs) : [],
    placeOf: ({ at_ms, duration_ms }) => ({
      ...(isTimed && { left: `min(${share(at_ms ?? 0)}, 100% - 2px)` }),
      width: `max(2px, ${share(duration_ms)})`,
    }),
  }
}

/** Round times: 0, 100, 200 … */
function ticksOf(spanMs: number): number[] {
  let step = 1
  for (let power = 0; spanMs / step > maxTicks; power += 1) step = (steps[power % 3] ?? 1) * 10 ** Math.floor(power / 3)
  return Array.from({ length: Math.floor(spanMs / step) + 1 }, (_, index) => index * step)
}
