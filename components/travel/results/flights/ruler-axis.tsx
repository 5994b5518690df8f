import { tickText } from '#lib/travel/model/flights/flight-format.ts'
import type { TimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { useLocale } from '../../../ui/texts.tsx'

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
