import type { TimeAxis } from '#lib/travel/flights/time-axis.ts'
import { tickText } from '#lib/travel/format.ts'
import { useReader } from '../reader.tsx'

/** The time axis above the list, shared by all bars. Hidden from screen readers: each row states its times. */
export function Ruler({ axis, withCo2 }: { axis: TimeAxis; withCo2: boolean }) {
  const { locale } = useReader()
  return (
    <div className="ruler" aria-hidden="true">
      <span className="ruler-scope">Local time at departure airport</span>
      <span className="ruler-axis">
        {axis.ticks.map(({ at, hour, day, midnight }, index) => (
          <em key={at} className={midnight ? 'is-midnight' : undefined} style={{ left: `${at.toFixed(2)}%` }}>
            {tickText(hour, locale, index === 0)}
            {midnight && ` +${day}`}
          </em>
        ))}
      </span>
      <span className="ruler-co2">
        {withCo2 && (
          <>
            CO<sub>2</sub> each
          </>
        )}
      </span>
      <span className="ruler-price">Total price</span>
    </div>
  )
}
