import { describeDayDifference, formatDayDifference } from '#lib/travel/model/flights/flight-format.ts'
import { formatTime } from '#lib/travel/model/format.ts'
import { dayDifference } from '#lib/travel/model/offset-time.ts'
import { useFlightWords } from './use-flight-words.ts'

interface LocalTimeProps {
  time: string
  /** The airport; absent where the row names it elsewhere. */
  airport?: string
  /** The departure from which days are counted; absent for the departure itself. */
  since?: string
  /** A word before the time, for screen readers only. */
  spoken?: string
}

/** An airport's local time. A later or earlier day appears as "+1" or "−1" and is spoken. */
export function LocalTime({ time, airport, since, spoken }: LocalTimeProps) {
  const { t, locale } = useFlightWords()
  const days = since ? (dayDifference(since, time) ?? 0) : 0
  return (
    <span className="when">
      {spoken && <span className="sr-only">{spoken} </span>}
      <b>{formatTime(time, locale)}</b>
      {days !== 0 && (
        <>
          <sup aria-hidden="true">{formatDayDifference(days)}</sup>
          <span className="sr-only"> {describeDayDifference(days, t)} </span>
        </>
      )}
      {airport && <span className="when-airport"> {airport}</span>}
    </span>
  )
}
