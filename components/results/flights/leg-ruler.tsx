import { makeLegRuler } from '#lib/travel/flights/leg-ruler.ts'
import { legParts } from '#lib/travel/flights/time-axis.ts'
import { describeLeg, flightName, LONG_WAIT_MINUTES } from '#lib/travel/flights/words.ts'
import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { classes } from '../../ui/classes.ts'

/** A bar narrower than this has no room for its flight number; the lines below have it. */
const NARROWEST_LABEL_PERCENT = 9

/** A leg between two rulers: origin time above, destination time below. */
export function LegRuler({ leg }: { leg: FlightLeg }) {
  const ruler = makeLegRuler(leg)
  const parts = legParts({ ...ruler, ticks: [] }, leg)
  const flights = leg.segments.map(flightName)
  return (
    <div className="zones" role="img" aria-label={describeLeg(leg)}>
      <span className="zone is-origin">{leg.departure.airport}</span>
      <span className="zone is-destination">{leg.arrival.airport}</span>
      <div className="zones-scale">
        {ruler.origin.map(({ at, label, midnight }) => (
          <span
            key={at}
            className={classes('zone-tick is-origin', midnight && 'is-midnight')}
            style={{ left: `${at}%` }}
          >
            <em>{label}</em>
          </span>
        ))}
        {ruler.destination.map(({ at, label, midnight }) => (
          <span
            key={at}
            className={classes('zone-tick is-destination', midnight && 'is-midnight')}
            style={{ left: `${at}%` }}
          >
            <em>{label}</em>
          </span>
        ))}
        {parts.map((part, at) => {
          const style = { left: `${part.left.toFixed(2)}%`, width: `${part.width.toFixed(2)}%` }
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
