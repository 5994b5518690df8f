import { tickText } from '#lib/travel/model/flights/flight-format.ts'
import { legParts } from '#lib/travel/model/flights/time-axis.ts'
import { describeLeg, flightName } from '#lib/travel/model/flights/words.ts'
import { makeLegRuler } from '#lib/travel/model/flights/zone-ticks.ts'
import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { classes } from '../../../ui/classes.ts'
import { LegBars } from './time-track.tsx'
import { useFlightWords } from './use-flight-words.ts'

/** Narrower bars have no room for the flight number; the lines below show it. */
const NARROWEST_LABEL_PERCENT = 9

/** A leg between two time axes: origin time above, destination time below. */
export function LegRuler({ leg }: { leg: FlightLeg }) {
  const ruler = makeLegRuler(leg)
  const words = useFlightWords()
  const { locale } = words
  const flights = leg.segments.map(flightName)
  return (
    <div className="zones" role="img" aria-label={describeLeg(leg, words)}>
      <span className="zone is-origin">{leg.departure.airport}</span>
      <span className="zone is-destination">{leg.arrival.airport}</span>
      <div className="zones-scale">
        {(['origin', 'destination'] as const).map((end) =>
          ruler[end].map(({ at, hour, midnight }, index) => (
            <span
              key={at}
              className={classes(`zone-tick is-${end}`, midnight && 'is-midnight')}
              style={{ insetInlineStart: `${at}%` }}
            >
              <em>{tickText(hour, locale, index === 0)}</em>
            </span>
          )),
        )}
        <LegBars
          parts={legParts({ ...ruler, ticks: [] }, leg)}
          textIn={({ width }, at) => width > NARROWEST_LABEL_PERCENT && <b>{flights[at / 2]}</b>}
        />
      </div>
    </div>
  )
}
