import type { ReactNode } from 'react'
import { connectionsOf, viaText } from '#lib/travel/model/flights/connections.ts'
import type { TimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { carrierNames, carriersOf, flightName, stopsText } from '#lib/travel/model/flights/words.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { classes } from '../../../../ui/classes.ts'
import { CarrierMark } from '../carrier-mark.tsx'
import { LocalTime } from '../local-time.tsx'
import { TimeTrack } from '../time-track.tsx'
import { useFlightWords } from '../use-flight-words.ts'

interface LegCellsProps {
  leg: FlightLeg
  axis: TimeAxis
  /** Beside the airports. */
  children?: ReactNode
}

/** The first cells of a row with one direction: carrier, times, bar and duration. */
export function LegCells({ leg, axis, children }: LegCellsProps) {
  const { t, duration } = useFlightWords()
  const { departure, arrival, segments, stops } = leg
  const legs = { legs: [leg] }
  const [carrier] = carriersOf(legs)
  const risks = riskWords(leg, t)
  return (
    <>
      <span className="step-who row">
        {carrier && <CarrierMark code={carrier.code} />}
        <span>
          <span className="who-name soft">{carrierNames(legs, t)}</span>
          <small>
            {inList(
              segments.map((segment) => flightName(segment)),
              t,
            )}
          </small>
        </span>
      </span>
      <span className="step-times">
        <span>
          <LocalTime time={departure.time} /> – <LocalTime time={arrival.time} since={departure.time} />
        </span>
        <small>
          {departure.airport} – {arrival.airport}
          {children}
        </small>
      </span>
      <TimeTrack axis={axis} leg={leg} />
      <span className="step-duration">
        <b>{duration(leg.duration_minutes)}</b>
        <small className={classes(risks.length > 0 && 'is-risky')} title={stops > 0 ? viaText(leg, t) : undefined}>
          {inList([stopsText(stops, t), ...risks], t)}
        </small>
      </span>
    </>
  )
}

/** What makes a connection of a leg risky, each in a word or two. */
function riskWords(leg: FlightLeg, t: ReturnType<typeof useFlightWords>['t']): string[] {
  const connections = connectionsOf(leg)
  return [
    ...(connections.some(({ isSelfTransfer }) => isSelfTransfer) ? [t('isSelfTransfer')] : []),
    ...(connections.some(({ changesAirport }) => changesAirport) ? [t('changeOfAirports')] : []),
    ...(connections.some(({ isTight }) => isTight) ? [t('isTight')] : []),
  ]
}
