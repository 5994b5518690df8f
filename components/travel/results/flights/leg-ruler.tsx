import { tickText } from '#lib/travel/model/flights/flight-format.ts'
import { makeLegRuler } from '#lib/travel/model/flights/leg-ruler.ts'
import { legParts } from '#lib/travel/model/flights/time-axis.ts'
import { describeLeg, flightName, LONG_WAIT_MINUTES } from '#lib/travel/model/flights/words.ts'
import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { classes } from '../../../ui/classes.ts'
import { useFlightWords } from './use-flight-words.ts'

/** Narrower bars have no room for the flight number; the lines below show it. */
const NARROWEST_LABEL_PERCENT = 9

/** A leg between two time axes: origin time above, destination time below. */
export function LegRuler({ leg }: { leg: FlightLeg }) {
  const ruler = makeLegRuler(leg)
  const parts = legParts({ ...ruler, ticks: [] }, leg)
  const words = useFlightWords()
  const { locale } = words
  const flights = leg.segments.map(flightName)
  return (
    <div className="zones" role="img" aria-label={describeLeg(leg, words)}>
      <span className="zone is-origin">{leg.departure.airport}</span>
      <span className="zone is-destination">{leg.arrival.airport}</span>
      <div className="zones-scale">
        {ruler.origin.map(({ at, hour, midnight }, index) => (
          <span
            key={at}
            className={classes('zone-tick is-origin', midnight && 'is-midnight')}
            style={{ insetInlineStart: `${at}%` }}
          >
            <em>{tickText(hour, locale, index === 0)}</em>
          </span>
        ))}
        {ruler.destination.map(({ at, hour, midnight }, index) => (
          <span
            key={at}
            className={classes('zone-tick is-destination', midnight && 'is-midnight')}
            style={{ insetInlineStart: `${at}%` }}
          >
            <em>{tickText(hour, locale, index === 0)}</em>
          </span>
        ))}
        {parts.map((part, at) => {
          const style = { insetInlineStart: `${part.left.toFixed(2)}%`, width: `${part.width.toFixed(2)}%` }
          if (part.kind === 'flight') {
            return (
              <i key={part.left} className="bar" style={style}>
                {part.width > NARROWEST_LABEL_PERCENT && <b>{flights[at / 2]}</b>}
              </i>
            )
          }
          return (
            <i key={part.left} className={classes('wait', part.minutes > LONG_WAIT_MINUTES && 'is-long')} style={style}>
              <b>{part.label}</b>
            </i>
          )
        })}
      </div>
    </div>
  )
}
