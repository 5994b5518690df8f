import type { ReactNode } from 'react'
import { tickText } from '#lib/travel/model/flights/flight-format.ts'
import { type BarPart, legParts, type TimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { describeLeg, LONG_WAIT_MINUTES } from '#lib/travel/model/flights/words.ts'
import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { classes } from '../../../ui/classes.ts'
import { useLocale } from '../../../ui/texts.tsx'
import { useFlightWords } from './use-flight-words.ts'

/** One direction, to the scale of the list: solid while flying, dotted while waiting. */
export function TimeTrack({ axis, leg }: { axis: TimeAxis; leg: FlightLeg }) {
  const words = useFlightWords()
  return (
    <span className="track" role="img" aria-label={describeLeg(leg, words)}>
      <TrackLines axis={axis} />
      <LegBars parts={legParts(axis, leg)} />
    </span>
  )
}

/** The hour lines of the axis. Midnight is darker: solid at the origin, dashed at the destination. */
export function TrackLines({ axis }: { axis: TimeAxis }) {
  return axis.ticks.map(({ at, midnight }) => (
    <u
      key={at}
      className={midnight ? `is-midnight is-${midnight}` : undefined}
      style={{ insetInlineStart: `${at.toFixed(2)}%` }}
    />
  ))
}

interface LegBarsProps {
  parts: readonly BarPart[]
  /** The text inside a flight's bar. */
  textIn?: (flight: BarPart, at: number) => ReactNode
}

/** The flights and the waits of a leg on an axis. */
export function LegBars({ parts, textIn }: LegBarsProps) {
  return parts.map((part, at) => {
    const isWait = part.kind === 'wait'
    return (
      <i
        key={part.left}
        className={isWait ? classes('wait', part.minutes > LONG_WAIT_MINUTES && 'is-long') : 'bar'}
        style={{ insetInlineStart: `${part.left.toFixed(2)}%`, width: `${part.width.toFixed(2)}%` }}
      >
        {isWait ? <b>{part.label}</b> : textIn?.(part, at)}
      </i>
    )
  })
}

interface RulerAxisProps {
  axis: TimeAxis
  /** The places whose midnights the axis marks, if the list shows one direction; else midnights name their day. */
  places?: { origin: string; destination: string }
}

/** The names of the lines of an axis: hours, and midnight with its place. */
export function RulerAxis({ axis, places }: RulerAxisProps) {
  const locale = useLocale()
  const named = axis.ticks.filter(({ isNamed }) => isNamed)
  return (
    <span className="ruler-axis">
      {named.map(({ at, hour, day, midnight }, index) => (
        <em key={at} className={midnight ? 'is-midnight' : undefined} style={{ insetInlineStart: `${at.toFixed(2)}%` }}>
          {tickText(hour, locale, index === 0)}
          {midnight && (places ? ` ${places[midnight]}` : ` +${day}`)}
        </em>
      ))}
    </span>
  )
}
